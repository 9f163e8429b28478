/* Validation of calls on sets: viewfab calls the original, which takes a single box, for box after box. */
#include "boxes.h"

#include <viewfab/report.h>
#include <viewfab/validate.h>

typedef struct seen {
  int calls;
  double error; /* added to the first cell of every box */
} seen;

/* x = value, like the kernel. */
static void original_value(const vf_original_call *call, void *user)
{
  seen *s = user;
  const vf_original_array *x = &call->arrays[0];
  const int64_t row = x->upper[0] - x->lower[0] + 1, plane = row * (x->upper[1] - x->lower[1] + 1);
  const int64_t component = plane * (x->upper[2] - x->lower[2] + 1);
  s->calls++;
  for (int n = 0; n < call->components; n++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
          ((double *)
               x->first)[(i - x->lower[0]) + row * (j - x->lower[1]) + plane * (k - x->lower[2]) + component * n] =
              call->values[1].number + (i == call->box.lower[0] ? s->error : 0);
}

static void original_maximum(const vf_original_call *call, void *user)
{
  seen *s = user;
  s->calls++;
  *call->result = 10 + call->box.lower[0];
}

static void every_box_is_checked(void **state)
{
  (void)state;
  seen s = { 0 };
  int64_t checked = 0;
  vf_set *x = filled_set(1, "phi");
  must(vf_report_reset());
  must(vf_fill_value_set_original(VF_REAL64, original_value, &s));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  must(vf_fill_value_boxes(boxes, BOXES, x, 4));
  assert_int_equal(s.calls, BOXES);
  assert_true(vf_report_passed(&checked));
  assert_int_equal(checked, BOXES);
  s.error = 1;
  must(vf_fill_value_boxes(boxes, BOXES, x, 5));
  assert_false(vf_report_passed(&checked));
  must(vf_view_to_host(x, VF_READ));
  assert_true(*element(x, 3, boxes[3].lower[0], boxes[3].lower[1], boxes[3].lower[2], 1) == 5);
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_report_reset());
  discard(x);
}

/* Every n-th call of the program is checked on all boxes; each other call is a single launch. */
static void sampling_counts_the_calls_of_the_program(void **state)
{
  (void)state;
  seen s = { 0 };
  vf_set *x = filled_set(1, "phi");
  must(vf_report_reset());
  must(vf_fill_value_set_original(VF_REAL64, original_value, &s));
  must(vf_validate_mode("fill_value", VF_MODE_CHECK));
  must(vf_validate_every("fill_value", 4));
  int checked = 0;
  for (int call = 0; call < 9; call++) {
    const int before = s.calls;
    must(vf_counters_reset(NULL));
    must(vf_fill_value_boxes(boxes, BOXES, x, 4));
    assert_true(s.calls == before + BOXES || (call > 0 && s.calls == before));
    checked += s.calls > before;
    if (s.calls == before) assert_int_equal(counters().launches, 1);
  }
  assert_int_equal(checked, 3);
  must(vf_validate_every("fill_value", 1));
  must(vf_validate_mode("fill_value", VF_MODE_DEVICE));
  must(vf_report_reset());
  discard(x);
}

static void results_of_originals_are_combined_in_a_reduction(void **state)
{
  (void)state;
  seen s = { 0 };
  double result = 0, stays = 0;
  vf_set *x = filled_set(1, "phi");
  vf_view *result_view = wrapped_line(&stays, 1, "result");
  must(vf_norm_max_set_original(VF_REAL64, original_maximum, &s));
  must(vf_validate_mode("norm_max", VF_MODE_ORIGINAL));
  must(vf_norm_max_boxes(boxes, BOXES, x, &result, result_view));
  assert_true(result == 20); /* the boxes of the highest x begin at 10 */
  assert_int_equal(s.calls, BOXES);
  must(vf_view_to_host(result_view, VF_READ));
  assert_true(stays == 20);
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  must(vf_norm_max_boxes(boxes, BOXES, x, &result, NULL));
  assert_true(result < 1);
  must(vf_validate_keep("norm_max", VF_KEEP_ORIGINAL));
  must(vf_norm_max_boxes(boxes, BOXES, x, &result, NULL));
  assert_true(result == 20);
  must(vf_validate_keep("norm_max", VF_KEEP_PORT));
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  must(vf_report_reset());
  discard(result_view);
  discard(x);
}

static const struct CMUnitTest tests[] = {
  claim(every_box_is_checked),
  claim(sampling_counts_the_calls_of_the_program),
  claim(results_of_originals_are_combined_in_a_reduction),
};

RUN("checked_sets", tests)
