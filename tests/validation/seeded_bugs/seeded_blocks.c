/* Bugs that affect only some blocks, levels, points or species. */
#include "../columns/column_calls.h"

#include <seeded_columns_kernels.h>

static void swapped_species_are_named(void **state)
{
  (void)state;
  const column_call call = convert_call();
  column_named(&call, &vf_species_swapped_kernel, "convert:",
               "in 'q_new' species s 2 and species s 3 are swapped: each holds what the original has in the other");
  char *report = column_report(&call, &vf_species_swapped_kernel);
  if (!has_words(report, "'q_new' differs in 480 of 720 elements, first at (i 4, k 1, s 2, e 6)",
                 "; only from species s 2 on"))
    fail_msg("%s", report);
  free(report);
}

static void level_that_is_left_out_is_named(void **state)
{
  (void)state;
  const column_call call = convert_call();
  column_named(
      &call, &vf_lowest_level_left_out_kernel,
      "the port leaves 120 elements of 'q_new' unwritten, first (i 4, k 6, s 1, e 6), all at level k 6, the last one");
}

/* 4 full elements, and 9 points of the fifth element. */
static void last_block_that_is_overrun_is_named(void **state)
{
  (void)state;
  column_call call = tracer_call();
  call.columns.columns = 4 * 16 + 9;
  column_named(&call, &vf_whole_last_block_kernel, "tracer:",
               "the port writes 70 elements of 'qdp_new' outside the declared map, first (i 2, j 3, k 1, s 1, e 5)",
               "all beyond point (i 1, j 3) in block e 5, where the columns end");
  call.columns.columns = 4 * 16;
  column_silent(&call, &vf_whole_last_block_kernel);
}

static void level_beyond_the_last_is_named_with_the_time_level_it_hits(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(
      &call, &vf_beyond_lowest_level_kernel,
      "the port writes 40 elements of 'phi' outside the declared map, first (i 4, k 1, t 1, e 6), all outside of the "
      "selected index of an axis");
}

/* The call has two of many blocks. Calls after the first compare only windows of each array. */
static void places_are_told_in_windows_too(void **state)
{
  (void)state;
  column_call call = hydrostatic_call();
  for (int a = 0; a < 6; a++) call.arrays[a].extents[(strlen(call.arrays[a].axes) - 1) / 2] = 400;
  call.columns.last_block = 7;
  column_hosts hosts = make_hosts(&call);
  must(vf_report_reset());
  must(vf_kernel_set_original(call.kernel, VF_REAL64, call.original, NULL));
  must(vf_validate_mode("hydrostatic", VF_MODE_CHECK));
  for (int run = 0; run < 3; run++) must(run_columns(&call, NULL, &hosts));
  expect_verdict(true, 3);
  must(run_columns(&call, &vf_beyond_lowest_level_kernel, &hosts));
  must(vf_validate_mode("hydrostatic", VF_MODE_DEVICE));
  must(vf_kernel_set_original(call.kernel, VF_REAL64, NULL, NULL));
  drop_hosts(&hosts);
  expect_said("WRONG (call 4) hydrostatic: the port writes 20 elements of 'phi' outside the declared map, first "
              "(i 4, k 1, t 1, e 6), all outside of the selected index of an axis");
}

static void column_that_reads_its_neighbour_is_named_by_the_order_check(void **state)
{
  (void)state;
  column_call call = settle_call();
  call.order = true;
  char *report = column_report(&call, &vf_neighbours_tendency_kernel);
  if (!has_words(report, "settle:", "'tendency' depends on the order of columns")) fail_msg("%s", report);
  free(report);
}

static const struct CMUnitTest tests[] = {
  claim(swapped_species_are_named),           claim(level_that_is_left_out_is_named),
  claim(last_block_that_is_overrun_is_named), claim(level_beyond_the_last_is_named_with_the_time_level_it_hits),
  claim(places_are_told_in_windows_too),      claim(column_that_reads_its_neighbour_is_named_by_the_order_check),
};
RUN("seeded_blocks", tests)
