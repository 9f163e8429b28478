/* An original cannot destroy the objects of its own call. viewfab refuses the attempt, and the call goes on. */
#include "checking.h"

#include <viewfab/set.h>

typedef struct taking {
  vf_status status; /* status of the attempt, and its text */
  char text[512];
  int calls;
  vf_status (*attempt)(void);
} taking;

static vf_view *result_view;
static vf_set *set_from, *set_to;
static vf_context *own;

static vf_status release_read(void) { return vf_view_release(&from, true); }
static vf_status release_written(void) { return vf_view_release(&to, true); }
static vf_status release_result(void) { return vf_view_release(&result_view, true); }
static vf_status release_set(void) { return vf_view_release(&set_to, true); }
static vf_status finalize(void) { return vf_finalize(); }
static vf_status destroy(void)
{
  vf_context *context = NULL;
  must(vf_context_default(&context));
  return vf_context_destroy(context);
}
static vf_status destroy_own(void) { return vf_context_destroy(own); }
static vf_status forget_copy(void) { return vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL); }
static vf_status forget_sum(void) { return vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, NULL, NULL); }

static void attempt(taking *t)
{
  t->calls++;
  t->status = t->attempt();
  strncpy(t->text, vf_last_error(), sizeof t->text - 1);
}

static void taking_copy(const vf_original_call *call, void *user)
{
  planted none = { 0 };
  attempt(user);
  planting_copy(call, &none);
}

static void taking_sum(const vf_original_call *call, void *user)
{
  attempt(user);
  *call->result = 42;
}

static void expect_refused(const taking *t, const char *words)
{
  if (t->calls < 1) fail_msg("the original did not run");
  if (t->status != VF_ERROR_STATE) fail_msg("status %d: %s", t->status, t->text);
  if (!strstr(t->text, words)) fail_msg("'%s' is not in: %s", words, t->text);
}

static const vf_mode modes[] = { VF_MODE_ORIGINAL, VF_MODE_CHECK };

static void original_cannot_take_views_or_context_of_its_call(void **state)
{
  (void)state;
  const struct {
    vf_status (*attempt)(void);
    const char *words;
  } cases[] = { { release_read, "release of 'from': the original of vf_copy runs on it" },
                { release_written, "release of 'to': the original of vf_copy runs on it" },
                { finalize, "vf_finalize: the original of vf_copy runs" },
                { destroy, "vf_context_destroy: the original of vf_copy runs" },
                { forget_copy, "vf_kernel_set_original: a call of vf_copy runs its original" } };
  for (size_t m = 0; m < 2; m++)
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
      taking t = { .attempt = cases[c].attempt };
      for (int e = 0; e < CELLS; e++) target[e] = -7;
      must(vf_view_mark_written(to, VF_HOST));
      must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, taking_copy, &t));
      must(vf_validate_mode("copy", modes[m]));
      copy_and_fetch(&whole);
      expect_refused(&t, cases[c].words);
      for (int e = 0; e < CELLS; e++) assert_true(target[e] == source[e]);
    }
}

static void views_are_free_again_after_the_call(void **state)
{
  (void)state;
  taking t = { .attempt = release_written };
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, taking_copy, &t));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_copy(&inside, from, to));
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, NULL, NULL));
  must(vf_view_release(&to, true));
  must(vf_finalize());
  must(vf_init(NULL));
}

/* The original may destroy a context that the call does not use. */
static void other_contexts_may_be_closed(void **state)
{
  (void)state;
  taking t = { .attempt = destroy_own };
  must(vf_context_create(NULL, &own));
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, taking_copy, &t));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_copy(&inside, from, to));
  assert_int_equal(t.status, VF_OK);
}

static void original_cannot_take_the_view_of_a_result(void **state)
{
  (void)state;
  double result = 0;
  vf_status (*const attempts[])(void) = { release_result, forget_sum };
  const char *const words[] = { "release of 'result'", "a call of vf_sum runs" };
  for (size_t m = 0; m < 2; m++)
    for (size_t a = 0; a < 2; a++) {
      taking t = { .attempt = attempts[a] };
      result_view = wrapped_line(&result, 1, "result");
      must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, taking_sum, &t));
      must(vf_validate_mode("sum", modes[m]));
      must(vf_sum_boxes(&whole, 1, from, NULL, result_view));
      expect_refused(&t, words[a]);
      must(vf_view_to_host(result_view, VF_READ));
      if (modes[m] == VF_MODE_ORIGINAL) assert_true(result == 42);
      discard(result_view);
      must(vf_validate_mode("sum", VF_MODE_DEVICE));
      must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, NULL, NULL));
    }
}

static void original_cannot_take_sets_of_its_call(void **state)
{
  (void)state;
  double result = 0;
  const vf_box boxes[2] = { { { 1, 1, 1 }, { 3, 3, 3 } }, { { 4, 1, 1 }, { 6, 3, 3 } } };
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "set from", &set_from));
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 1, 0, "set to", &set_to));
  result_view = wrapped_line(&result, 1, "result");
  must(vf_fill_value_boxes(boxes, 2, set_from, 3));
  for (size_t m = 0; m < 2; m++) {
    taking t = { .attempt = release_set }, s = { .attempt = release_result };
    must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL64, taking_copy, &t));
    must(vf_validate_mode("copy", modes[m]));
    must(vf_copy_boxes(boxes, 2, set_from, set_to));
    expect_refused(&t, "release of 'set to': the original of vf_copy");
    assert_int_equal(t.calls, 2);
    must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, taking_sum, &s));
    must(vf_validate_mode("sum", modes[m]));
    must(vf_sum_boxes(boxes, 2, set_to, NULL, result_view));
    expect_refused(&s, "release of 'result'");
    must(vf_view_to_host(result_view, VF_READ));
    assert_true(result == (modes[m] == VF_MODE_ORIGINAL ? 84 : 162));
    must(vf_validate_mode("sum", VF_MODE_DEVICE));
    must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, NULL, NULL));
  }
  discard(set_from);
  discard(set_to);
  discard(result_view);
}

static const struct CMUnitTest tests[] = {
  claim(original_cannot_take_views_or_context_of_its_call),
  claim(views_are_free_again_after_the_call),
  claim(other_contexts_may_be_closed),
  claim(original_cannot_take_the_view_of_a_result),
  claim(original_cannot_take_sets_of_its_call),
};
RUN("release_in_a_call", tests)
