/* Routines that call kernels over columns, compared with their originals. */
#include "column_calls.h"

#include <viewfab/routine.h>

enum { POINTS = 4, LEVELS = 3, BLOCKS = 5 };
static double q[POINTS * LEVELS * 3 * BLOCKS], qs[POINTS * LEVELS * BLOCKS], q_new[POINTS * LEVELS * 3 * BLOCKS];

static vf_view *wrapped_axes(double *host, int rank, const int64_t *extents, const int *lower, const char *axes,
                             const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap_axes(NULL, host, VF_REAL64, rank, extents, lower, axes, label, VF_WRAP_DISTINCT, &view));
  return view;
}

/* The original covers all points of blocks 3 to 7. The port covers the given columns, in two calls if `second` is
 * given. */
static void convert_in_check(const vf_columns *columns, const vf_columns *second)
{
  const int lower[4] = { 1, 1, 1, 3 }, of_saturation[3] = { 1, 1, 3 };
  for (size_t e = 0; e < sizeof q / sizeof *q; e++) q[e] = 1 + 0.25 * (double)(e % 7);
  for (size_t e = 0; e < sizeof qs / sizeof *qs; e++) qs[e] = 1 + 0.125 * (double)(e % 5);
  memset(q_new, 0, sizeof q_new);
  vf_view *from = wrapped_axes(q, 4, (const int64_t[]){ POINTS, LEVELS, 3, BLOCKS }, lower, "i k s e", "q");
  vf_view *into = wrapped_axes(q_new, 4, (const int64_t[]){ POINTS, LEVELS, 3, BLOCKS }, lower, "i k s e", "q_new");
  vf_view *saturation = wrapped_axes(qs, 3, (const int64_t[]){ POINTS, LEVELS, BLOCKS }, of_saturation, "i k e", "qs");
  const vfi_argument arguments[4] = {
    { .view = from }, { .view = saturation }, { .view = into }, { .value.number = 0.5 }
  };
  const vfi_call call = { .kernel = &vf_convert_kernel, .columns = columns, .arguments = arguments };
  must(vf_report_reset());
  must(vf_validate_mode("step", VF_MODE_CHECK));
  must(vf_check_begin("step", (vf_view *[]){ from, saturation, into }, 3));
  vfi_call behind = call;
  behind.columns = second;
  must(vfi_dispatch(&call));
  if (second) must(vfi_dispatch(&behind));
  while (vf_check_original("step"))
    for (int e = 0; e < BLOCKS; e++)
      for (int k = 0; k < LEVELS; k++)
        for (int i = 0; i < POINTS; i++) {
          const int at = i + POINTS * k + POINTS * LEVELS * 3 * e, species = POINTS * LEVELS;
          const double above = q[at] - qs[i + POINTS * k + POINTS * LEVELS * e], condensed = above > 0 ? above : 0;
          const double liquid = q[at + species] + condensed;
          q_new[at] = q[at] - condensed;
          q_new[at + species] = liquid - 0.5 * liquid;
          q_new[at + 2 * species] = q[at + 2 * species] + 0.5 * liquid;
        }
  must(vf_check_end("step"));
  must(vf_validate_mode("step", VF_MODE_DEVICE));
  discard(from);
  discard(into);
  discard(saturation);
}

static void routine_over_all_columns_passes(void **state)
{
  (void)state;
  convert_in_check(&(const vf_columns){ .first_point = 1, .last_point = POINTS, .first_block = 3, .last_block = 7 },
                   NULL);
  expect_verdict(true, 1);
}

static void columns_that_the_port_leaves_out_are_named(void **state)
{
  (void)state;
  convert_in_check(&(const vf_columns){ .first_point = 1, .last_point = POINTS, .first_block = 3, .last_block = 6 },
                   NULL);
  expect_verdict(false, 1);
  expect_said("'q_new' differs in 36 of 180 elements, first at (i 1, k 1, s 1, e 7)");
  expect_said("all outside the columns that kernels of the port had, points 1:4 of blocks 3:6");
}

/* The port splits a nest into two calls. Neither call does the work of the nest, so only a check of the routine can
 * compare them. */
static void nest_that_was_split_is_held_as_one(void **state)
{
  (void)state;
  convert_in_check(&(const vf_columns){ .first_point = 1, .last_point = POINTS, .first_block = 3, .last_block = 5 },
                   &(const vf_columns){ .first_point = 1, .last_point = POINTS, .first_block = 6, .last_block = 7 });
  expect_verdict(true, 1);
  convert_in_check(&(const vf_columns){ .first_point = 1, .last_point = POINTS, .first_block = 3, .last_block = 5 },
                   &(const vf_columns){ .first_point = 2, .last_point = POINTS, .first_block = 6, .last_block = 7 });
  expect_verdict(false, 1);
  expect_said("'q_new' differs in 18 of 180 elements, first at (i 1, k 1, s 1, e 6)");
  expect_said("; written by convert (2 calls)");
}

static const struct CMUnitTest tests[] = {
  claim(nest_that_was_split_is_held_as_one),
  claim(routine_over_all_columns_passes),
  claim(columns_that_the_port_leaves_out_are_named),
};
RUN("column_routines", tests)
