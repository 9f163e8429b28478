/* Watched calls over columns: runs in another order, calls together, a set in place of a view, and a remark. */
#include "column_calls.h"

#include <viewfab/set.h>

static void right_ports_do_not_depend_on_the_order(void **state)
{
  (void)state;
  column_call calls[] = { hydrostatic_call(), settle_call(), convert_call(), burden_call(),
                          tracer_call(),      ghosts_call(), smear_call() };
  for (size_t c = 0; c < sizeof calls / sizeof calls[0]; c++) {
    calls[c].order = true;
    if (c < 5) calls[c].columns.columns = c == 4 ? 5 * 16 + 6 : 3 * 12 + 7;
    column_silent(&calls[c], NULL);
  }
}

enum { POINTS = 4, LEVELS = 3, BLOCKS = 5 };
static double q[POINTS * LEVELS * 3 * BLOCKS], qs[POINTS * LEVELS * BLOCKS], q_new[2][POINTS * LEVELS * 3 * BLOCKS];

static void fill(void)
{
  for (size_t e = 0; e < sizeof q / sizeof *q; e++) q[e] = 1 + 0.25 * (double)(e % 7);
  for (size_t e = 0; e < sizeof qs / sizeof *qs; e++) qs[e] = 1 + 0.125 * (double)(e % 5);
  memset(q_new, 0, sizeof q_new);
}

static vf_view *wrapped_axes(double *host, int rank, const int64_t *extents, const char *axes, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank, extents, NULL, axes, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static vf_view *species_view(double *host, const char *label)
{
  return wrapped_axes(host, 4, (const int64_t[]){ POINTS, LEVELS, 3, BLOCKS }, "i k s e", label);
}

/* Two calls of convert on different blocks, into the same array. `last` is the last block of the second call. */
static vf_status convert_together(double *to, bool together, int last)
{
  vf_view *from = species_view(q, "q"), *into = species_view(to, "q_new");
  vf_view *saturation = wrapped_axes(qs, 3, (const int64_t[]){ POINTS, LEVELS, BLOCKS }, "i k e", "qs");
  const vfi_argument arguments[4] = {
    { .view = from }, { .view = saturation }, { .view = into }, { .value.number = 0.5 }
  };
  const vf_columns columns[2] = { { .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = 2 },
                                  { .first_point = 2, .last_point = 3, .first_block = 4, .last_block = last } };
  vfi_call calls[2];
  for (int c = 0; c < 2; c++)
    calls[c] = (vfi_call){ .kernel = &vf_convert_kernel, .columns = &columns[c], .arguments = arguments };
  vf_status status = together ? vf_dispatch_together(calls, 2) : vfi_dispatch(&calls[0]);
  if (!together && !status) status = vfi_dispatch(&calls[1]);
  must(vf_view_to_host(into, VF_READ));
  discard(from);
  discard(saturation);
  discard(into);
  return status;
}

static void neighbours_have_originals_over_whole_arrays(void **state)
{
  (void)state;
  column_call call = smear_call();
  column_silent(&call, NULL);
  call.original = short_smear;
  char *report = column_report(&call, NULL);
  assert_false(vf_report_passed(NULL));
  assert_true(has_words(report, "block e 9"));
  free(report);
}

/* Each of 3 species, 6 levels and 10 points differs in block e 9; y has levels -1:8 and blocks 4:10. */
static void pictures_have_blocks_across_levels_down_and_a_slice_for_each_species(void **state)
{
  (void)state;
  column_call call = smear_call();
  call.original = short_smear;
  free(column_report(&call, NULL));
  char *json = report_json();
  assert_non_null(strstr(json, "\"of\": \"smear\", \"view\": \"y\", \"call\": 1, \"elements\": 180, "
                               "\"across\": {\"name\": \"block\", \"first\": 4, \"indices\": 7, \"cells\": 7}, "
                               "\"down\": {\"name\": \"level\", \"first\": -1, \"indices\": 10, \"cells\": 10}, "
                               "\"slices\": {\"name\": \"species\", \"first\": 1, \"indices\": 3, \"cells\": 3}"));
  const char *at = strstr(json, "\"cells\": [[0, 2, 5, 10, ");
  assert_non_null(at);
  int cells = 1;
  for (const char *end = strstr(at, "]]"); (at = strstr(at, "], [")) && at < end; at++) cells++;
  assert_int_equal(cells, 3 * 6);
  free(json);
}

static void calls_together_run_one_after_the_other(void **state)
{
  (void)state;
  fill();
  must(convert_together(q_new[0], false, BLOCKS));
  const int64_t before = counters().launches;
  must(convert_together(q_new[1], true, BLOCKS));
  assert_int_equal(counters().launches - before, 2);
  assert_memory_equal(q_new[0], q_new[1], sizeof q_new[0]);
}

static void calls_together_are_each_checked(void **state)
{
  (void)state;
  fill();
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_convert_kernel, VF_REAL64, original_convert, NULL));
  must(vf_validate_mode("convert", VF_MODE_CHECK));
  must(convert_together(q_new[0], true, BLOCKS));
  must(vf_validate_mode("convert", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_convert_kernel, VF_REAL64, NULL, NULL));
  expect_verdict(true, 2);
}

/* The second call has a block that the arrays do not have. */
static void calls_together_change_nothing_where_one_is_refused(void **state)
{
  (void)state;
  fill();
  assert_int_equal(convert_together(q_new[1], true, BLOCKS + 1), VF_ERROR_BOX);
  assert_memory_equal(q_new[0], q_new[1], sizeof q_new[0]);
}

static void set_is_refused_by_name(void **state)
{
  (void)state;
  fill();
  vf_view *part = NULL, *set = NULL;
  const int64_t extents[3] = { POINTS, LEVELS, BLOCKS };
  const vf_box cells = { { 1, 1, 1 }, { POINTS, LEVELS, BLOCKS } };
  must(vf_view_wrap(NULL, qs, VF_REAL64, 3, extents, NULL, "qs", VF_WRAP_DISTINCT, &part));
  must(vf_set_wrap(NULL, &cells, 1, &part, "parts of qs", &set));
  discard(part);
  vf_view *from = species_view(q, "q"), *into = species_view(q_new[0], "q_new");
  const vfi_argument arguments[4] = { { .view = from }, { .view = set }, { .view = into }, { .value.number = 0.5 } };
  const vf_columns columns = { .first_point = 1, .last_point = POINTS, .first_block = 1, .last_block = 1 };
  const vfi_call call = { .kernel = &vf_convert_kernel, .columns = &columns, .arguments = arguments };
  assert_int_equal(vfi_dispatch(&call), VF_ERROR_ARGUMENT);
  assert_non_null(strstr(vf_last_error(), "'parts of qs' (argument qs) is a set; a kernel over columns takes views"));
  discard(from);
  discard(into);
  discard(set);
}

static void scratch_that_lies_in_global_memory_is_a_remark(void **state)
{
  (void)state;
  const column_call call = tracer_call();
  const size_t before = vf_tracer_kernel.far_scratch;
  char *report = column_report(&call, NULL);
  assert_true(before || !has_words(report, "lies in global memory"));
  free(report);
  vf_tracer_kernel.far_scratch = 300032;
  report = column_report(&call, NULL);
  assert_true(has_words(report, "remark: scratch of 300032 bytes a team lies in global memory"));
  assert_true(vf_report_passed(NULL));
  free(report);
  vf_tracer_kernel.far_scratch = before;
}

static const struct CMUnitTest tests[] = {
  claim(right_ports_do_not_depend_on_the_order),
  claim(neighbours_have_originals_over_whole_arrays),
  claim(pictures_have_blocks_across_levels_down_and_a_slice_for_each_species),
  claim(calls_together_run_one_after_the_other),
  claim(calls_together_are_each_checked),
  claim(calls_together_change_nothing_where_one_is_refused),
  claim(set_is_refused_by_name),
  claim(scratch_that_lies_in_global_memory_is_a_remark),
};
RUN("column_runs", tests)
