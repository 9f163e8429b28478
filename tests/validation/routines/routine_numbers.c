/* Numbers as results of a routine: results of reductions, time steps. */
#include "relaxing.h"

#include <math.h>
#include <stdio.h>

#include "../seeded_bugs/originals.h"

static void give(const char *what, double number) { must(vf_check_value("relax", what, VF_REAL64, &number)); }

static void numbers_of_one_name_are_compared_in_their_order(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &rhs, 1));
  give("norm", 1);
  give("norm", 2);
  give("step", 5);
  while (vf_check_original("relax")) {
    give("norm", 1);
    give("norm", 3);
    give("step", 5);
  }
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the number 'norm' differs: port 2, original 3");
  expect_said("number 'norm': 2 compared, 1 with other bits, 1 beyond the tolerance");
  expect_said("number 'step': 1 compared, 0 with other bits, 0 beyond the tolerance");
}

static void numbers_of_one_side_only_are_named(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &rhs, 1));
  give("time", 1);
  while (vf_check_original("relax")) give("norm", 1);
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the number 'time' is given to vf_check_value by the port and not by the original");
  expect_said("the original gives 1 numbers to vf_check_value that the port does not give");
}

static void nan_agrees_with_nan_only(void **state)
{
  (void)state;
  must(vf_check_begin("relax", &rhs, 1));
  give("both", NAN);
  give("port", NAN);
  while (vf_check_original("relax")) {
    give("both", NAN);
    give("port", 1);
  }
  must(vf_check_end("relax"));
  expect_verdict(false, 1);
  expect_said("the number 'port' differs: port nan, original 1");
  expect_not_said("'both' differs");
}

static void integers_have_to_be_equal(void **state)
{
  (void)state;
  must(vf_validate_tolerance("relax", &(vf_tolerance){ .absolute = 100 }));
  int32_t count[2] = { 7, 8 };
  static int32_t mask[INSIDE];
  static const int64_t length = INSIDE;
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, mask, VF_INT32, 1, &length, NULL, "mask", VF_WRAP_DISTINCT, &view));
  must(vf_check_begin("relax", &view, 1));
  must(vf_check_value("relax", "count", VF_INT32, &count[0]));
  while (vf_check_original("relax")) {
    must(vf_check_value("relax", "count", VF_INT32, &count[1]));
    mask[9] = 1;
  }
  must(vf_check_end("relax"));
  expect_said("the number 'count' differs: port 7, original 8");
  expect_said("relax: 'mask' differs in 1 of 336 elements, first at (10)");
  discard(view);
}

/* The number is the difference of two large elements, and the port rounds it differently. A trial of rounding that
 * moves both elements in the same direction does not change the difference. Other trials then show the effect. */
static void rounding_is_measured_by_more_than_one_trial(void **state)
{
  (void)state;
  for (int e = 0; e < 12; e++) {
    rhs_values[2 * e] = 1e4 + e;
    rhs_values[2 * e + 1] = 1e4 + e + 1e-3;
  }
  for (int e = 0; e < 12; e++) {
    must(vf_check_begin("relax", &rhs, 1));
    const double *pair = &rhs_values[2 * e];
    give("gap", pair[1] - pair[0] + 0x1p-39);
    while (vf_check_original("relax")) give("gap", pair[1] - pair[0]);
    must(vf_check_end("relax"));
  }
  expect_verdict(true, 12);
}

static const struct CMUnitTest tests[] = {
  claim(numbers_of_one_name_are_compared_in_their_order),
  claim(numbers_of_one_side_only_are_named),
  claim(nan_agrees_with_nan_only),
  claim(integers_have_to_be_equal),
  claim(rounding_is_measured_by_more_than_one_trial),
};
RUN("routine_numbers", tests)
