/* Bugs of sweeps over the levels of columns. A sweep carries a value from level to level, so a small error has a
 * typical shape over the levels. The report names the cause by this shape. */
#include "../columns/column_calls.h"

#include <seeded_columns_kernels.h>

/* A sum over the layers above has become a sum over the layers below, or the reverse. */
static void scan_from_the_wrong_end_is_named(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_scan_from_wrong_end_kernel,
               "'phi' changes from level to level as a sum that is scanned from the other end");
  char *report = column_report(&call, &vf_scan_from_wrong_end_kernel);
  if (!has_words(report,
                 "hydrostatic:", "'phi' differs in 240 of 240 elements, first at (i 4, k 1, t 0, e 6), worst at (i "))
    fail_msg("%s", report);
  free(report);
}

/* The same error, for a sum with its own level and for a sum without its own level. */
static void sums_with_and_without_their_own_level_are_named(void **state)
{
  (void)state;
  column_call call = burden_call();
  column_named(&call, &vf_burden_from_below_kernel,
               "'above' changes from level to level as a sum that is scanned from the other end");
  call.original = exclusive_burden;
  char *report = column_report(&call, &vf_burden_strictly_below_kernel);
  if (!has_words(report, "'above' changes from level to level as a sum that is scanned from the other end"))
    fail_msg("%s", report);
  free(report);
}

/* A column has n levels and n + 1 half levels, so an index off by one is easy to write. Here the port stores to the
 * wrong half level. */
static void half_level_off_by_one_is_named_where_it_is_written(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_half_level_written_above_kernel, "'ph' holds what the original has one level below");
  char *report = column_report(&call, &vf_half_level_written_above_kernel);
  if (!has_words(report, "'ph' differs in 240 of 280 elements", "; only up to level k 6")) fail_msg("%s", report);
  free(report);
}

/* Here the port reads from the wrong half level. */
static void half_level_off_by_one_is_named_where_it_is_read(void **state)
{
  (void)state;
  column_call call = settle_call();
  call.columns.last_block--; /* the array goes on after the last level of the call */
  column_named(&call, &vf_flux_one_below_kernel,
               "settle:", "'tendency' agrees with the original when flux is read at half level k+1");
}

/* A wrong start of a sweep shifts all levels of a column by the same number. */
static void carried_value_that_is_not_reset_is_named(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_carried_not_reset_kernel, "'phi' differs by the same number on all levels of a column",
               "a carried value that begins with another number, or is not reset between two sweeps?");
}

static void carried_value_with_a_wrong_start_is_named(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_wrong_start_kernel,
               "'p' differs by the same number on all levels of a column: a carried value");
}

/* The steps from level to level have the right size and the wrong sign. */
static void wrong_sign_of_an_up_sweep_is_named(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_wrong_sign_upward_kernel, "'phi' changes from level to level as much as in the original",
               "the wrong sign of what a sweep adds?");
}

/* An error in each step of an upward sweep adds up: the difference grows on the way up. */
static void wrong_sum_from_below_grows_upward(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(
      &call, &vf_wrong_sign_of_sum_kernel,
      "the difference of 'phi' grows from level to level on the way up: is a value that a sweep carries up wrong?");
  char *report = column_report(&call, &vf_wrong_sign_of_sum_kernel);
  if (!has_words(report, "'phi' differs in 200 of 240 elements", "; only up to level k 5")) fail_msg("%s", report);
  free(report);
}

/* A tendency is a sum over several processes. A port that assigns it loses the contributions from before. */
static void assigned_in_place_of_accumulated_is_named(void **state)
{
  (void)state;
  const column_call call = settle_call();
  column_named(&call, &vf_assigned_tendency_kernel,
               "'tendency' holds what the original adds to it: assigned in place of accumulated?");
}

static void other_changes_of_what_is_updated_are_named(void **state)
{
  (void)state;
  column_call call = settle_call();
  column_named(&call, &vf_tendency_twice_kernel, "'tendency' has twice what the original adds to it");
  column_named(&call, &vf_tendency_subtracted_kernel,
               "to 'tendency' the same is added as by the original, with the other sign");
  call.original = assigning_settle;
  char *report = column_report(&call, NULL);
  if (!has_words(report, "'tendency' holds what it held before and", "accumulated in place of assigned?"))
    fail_msg("%s", report);
  free(report);
}

/* Some codes count levels from the top, others from the ground. */
static void levels_in_reverse_order_are_named(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(&call, &vf_levels_from_the_ground_kernel,
               "the levels of 'p' are those of the original in reverse order");
}

/* An error in each step of a downward sweep adds up on the way down. */
static void wrong_value_that_is_carried_down_grows_downward(void **state)
{
  (void)state;
  const column_call call = hydrostatic_call();
  column_named(
      &call, &vf_thinner_above_kernel,
      "the difference of 'p' grows from level to level on the way down: is a value that a sweep carries down wrong?");
  char *report = column_report(&call, &vf_thinner_above_kernel);
  if (!has_words(report, "'p' differs in 200 of 240 elements, first at (i 4, k 2, e 6)", "; only from level k 2 on"))
    fail_msg("%s", report);
  free(report);
}

static const struct CMUnitTest tests[] = {
  claim(scan_from_the_wrong_end_is_named),
  claim(sums_with_and_without_their_own_level_are_named),
  claim(half_level_off_by_one_is_named_where_it_is_written),
  claim(half_level_off_by_one_is_named_where_it_is_read),
  claim(carried_value_that_is_not_reset_is_named),
  claim(carried_value_with_a_wrong_start_is_named),
  claim(wrong_sign_of_an_up_sweep_is_named),
  claim(wrong_sum_from_below_grows_upward),
  claim(assigned_in_place_of_accumulated_is_named),
  claim(other_changes_of_what_is_updated_are_named),
  claim(levels_in_reverse_order_are_named),
  claim(wrong_value_that_is_carried_down_grows_downward),
};
RUN("seeded_sweeps", tests)
