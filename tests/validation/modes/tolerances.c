/* The allowed difference of two results: each measure by itself, the default, and differences that never pass. */
#include "checking.h"

#include <float.h>
#include <math.h>

static const double huge = 1e300;

/* True if a copy passes with these elements in the original. */
static bool passes(const vf_tolerance *tolerance, planted list)
{
  must(vf_report_reset());
  must(vf_validate_tolerance("copy", tolerance));
  check_copy(&list);
  must(vf_copy(&whole, from, to));
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  return vf_report_passed(NULL);
}

static void fill(double value)
{
  for (int c = 0; c < CELLS; c++) source[c] = value;
  must(vf_view_to_host(from, VF_WRITE));
}

static void each_measure_decides_by_itself(void **state)
{
  (void)state;
  fill(1);
  source[0] = 1000;
  const int at = cell(2, 2, 4);
  const planted near = plant(at, 1.001);
  const double absolute = 1.001 - 1.0, relative = absolute / 1.001, scaled = absolute / 1000;
  assert_true(passes(&(vf_tolerance){ .absolute = absolute }, near));
  assert_false(passes(&(vf_tolerance){ .absolute = absolute * 0.999 }, near));
  assert_true(passes(&(vf_tolerance){ .relative = relative }, near));
  assert_false(passes(&(vf_tolerance){ .relative = relative * 0.999 }, near));
  assert_true(passes(&(vf_tolerance){ .scaled = scaled * 1.001 }, near));
  assert_false(passes(&(vf_tolerance){ .scaled = scaled * 0.999 }, near));
  for (int steps = 1; steps < 40; steps += 13) {
    const planted other = plant(at, ulps_above(1, steps));
    assert_true(passes(&(vf_tolerance){ .ulp = steps }, other));
    assert_false(passes(&(vf_tolerance){ .ulp = steps - 0.5 }, other));
  }
}

static void any_one_measure_is_enough_for_an_element(void **state)
{
  (void)state;
  fill(1);
  source[0] = 1e6;
  planted list = plant(cell(2, 2, 4), 1 + 1e-9);
  plant_also(&list, 0, 1e6 + 1e-3);
  const vf_tolerance absolute = { .absolute = 2e-9 }, relative = { .relative = 2e-9 };
  const vf_tolerance both = { .absolute = 2e-9, .relative = 1.1e-9 };
  assert_false(passes(&absolute, list));
  assert_true(passes(&relative, list));
  assert_true(passes(&both, list));
}

static void nothing_but_equal_bits_passes_a_tolerance_of_zero(void **state)
{
  (void)state;
  const vf_tolerance none = { 0 };
  fill(1);
  assert_true(passes(&none, (planted){ 0 }));
  assert_false(passes(&none, plant(7, ulps_above(1, 1))));
  fill(0);
  assert_true(passes(&none, plant(7, -0.0))); /* the same number */
  assert_false(passes(&none, plant(7, DBL_TRUE_MIN)));
}

/* 16 epsilon of the largest value is more than rounding of a copy's inputs explains, so only the default decides. */
static void default_is_four_ulp_or_sixteen_epsilon_of_the_largest(void **state)
{
  (void)state;
  fill(1);
  assert_true(passes(NULL, plant(7, ulps_above(1, 16))));
  assert_false(passes(NULL, plant(7, ulps_above(1, 17))));
  fill(1);
  source[0] = 1000;
  assert_true(passes(NULL, plant(7, 1 + 15999 * DBL_EPSILON)));
  assert_false(passes(NULL, plant(7, 1 + 16001 * DBL_EPSILON)));
}

static void default_of_real32_goes_by_its_own_epsilon(void **state)
{
  (void)state;
  float x[6] = { 1, 1, 1, 1, 1, 1 }, y[6] = { 0 };
  const int64_t length = 6;
  const vf_box box = line(1, 6);
  vf_view *x_view = NULL, *y_view = NULL;
  must(vf_view_wrap(NULL, x, VF_REAL32, 1, &length, NULL, "x", VF_WRAP_DISTINCT, &x_view));
  must(vf_view_wrap(NULL, y, VF_REAL32, 1, &length, NULL, "y", VF_WRAP_DISTINCT, &y_view));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  for (int steps = 16; steps <= 17; steps++) {
    planted original = plant(3, ulps_above_real32(1, steps));
    must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, planting_copy, &original));
    must(vf_copy(&box, x_view, y_view));
    expect_verdict(steps == 16, steps - 15);
  }
  discard(x_view);
  discard(y_view);
}

static void tolerance_of_a_kernel_wins_until_it_is_taken_back(void **state)
{
  (void)state;
  const vf_tolerance none = { 0 }, wide = { .absolute = 1 };
  fill(1);
  must(vf_validate_tolerance(NULL, &none));
  assert_true(passes(&wide, plant(7, 1.5)));
  assert_false(passes(&none, plant(7, ulps_above(1, 4))));
  assert_true(passes(NULL, plant(7, ulps_above(1, 4)))); /* NULL means the default, not the tolerance of all */
}

static void negative_tolerances_are_refused(void **state)
{
  (void)state;
  const vf_tolerance wrong[4] = { { .absolute = -1 }, { .relative = NAN }, { .scaled = -1e-300 }, { .ulp = -1 } };
  for (int w = 0; w < 4; w++) refused(vf_validate_tolerance("copy", &wrong[w]), VF_ERROR_ARGUMENT, "0 or more");
}

/* ---- NaN and infinities --------------------------------------------------------------------------------------- */

/* No tolerance makes the two numbers agree, whichever of them is the port's. */
static void expect_never(double one, double other)
{
  const vf_tolerance wide[] = {
    { .absolute = huge },     { .relative = huge },     { .scaled = huge },     { .ulp = huge },
    { .absolute = HUGE_VAL }, { .relative = HUGE_VAL }, { .scaled = HUGE_VAL }, { .ulp = HUGE_VAL },
  };
  for (int swap = 0; swap < 2; swap++) {
    fill(1);
    source[7] = swap ? other : one;
    for (size_t w = 0; w < sizeof wide / sizeof wide[0]; w++)
      if (passes(&wide[w], plant(7, swap ? one : other))) fail_msg("%g beside %g, tolerance %zu", one, other, w);
    assert_false(passes(NULL, plant(7, swap ? one : other)));
  }
}

static void nan_passes_beside_no_number(void **state)
{
  (void)state;
  expect_never(NAN, 1);
  expect_never(-NAN, 0);
  expect_never(NAN, HUGE_VAL);
}

static void infinity_passes_beside_no_other_number(void **state)
{
  (void)state;
  expect_never(HUGE_VAL, 1);
  expect_never(HUGE_VAL, -HUGE_VAL);
  expect_never(-HUGE_VAL, DBL_MAX);
}

static void equal_infinities_and_any_nan_pass(void **state)
{
  (void)state;
  const vf_tolerance none = { 0 };
  fill(1);
  source[7] = -HUGE_VAL;
  assert_true(passes(&none, plant(7, -HUGE_VAL)));
  fill(1);
  source[7] = NAN;
  assert_true(passes(&none, plant(7, -NAN)));
  expect_said("0 with other bits");
}

/* An infinite value in the original must not let another element pass. */
static void infinity_does_not_widen_the_scaled_measure(void **state)
{
  (void)state;
  fill(1);
  source[3] = HUGE_VAL;
  planted list = plant(7, 1.5);
  plant_also(&list, 3, HUGE_VAL);
  assert_false(passes(&(vf_tolerance){ .scaled = 1e-3 }, list));
  assert_false(passes(NULL, list));
}

/* ---- Results of reductions ------------------------------------------------------------------------------------ */

static void given_norm(const vf_original_call *call, void *user) { *call->result = *(const double *)user; }

static bool norm_passes(const vf_tolerance *tolerance, double port, double original)
{
  fill(0);
  source[7] = port;
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, given_norm, &original));
  must(vf_validate_tolerance("norm_max", tolerance));
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  norm(&whole, from);
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  return vf_report_passed(NULL);
}

static void results_have_the_same_measures_and_default(void **state)
{
  (void)state;
  assert_true(norm_passes(NULL, 2, 2 + 16 * 2 * DBL_EPSILON));
  assert_false(norm_passes(NULL, 2, 2 + 17 * 2 * DBL_EPSILON));
  assert_true(norm_passes(&(vf_tolerance){ .ulp = 3 }, 2, ulps_above(2, 3)));
  assert_false(norm_passes(&(vf_tolerance){ .ulp = 2 }, 2, ulps_above(2, 3)));
  assert_true(norm_passes(&(vf_tolerance){ .absolute = 1 }, 2, 3));
  assert_false(norm_passes(&(vf_tolerance){ .absolute = 0.5 }, 2, 3));
  assert_true(norm_passes(&(vf_tolerance){ .scaled = 0.34 }, 2, 3));
  assert_false(norm_passes(&(vf_tolerance){ .scaled = 0.33 }, 2, 3));
}

static void nan_and_infinite_results_pass_beside_their_like_only(void **state)
{
  (void)state;
  const vf_tolerance wide[2] = { { huge, huge, huge, huge }, { HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL } };
  for (int w = 0; w < 2; w++) {
    assert_false(norm_passes(&wide[w], NAN, 1));
    assert_false(norm_passes(&wide[w], 1, NAN));
    assert_false(norm_passes(&wide[w], HUGE_VAL, 1));
    assert_false(norm_passes(&wide[w], 1, -HUGE_VAL));
  }
  assert_false(norm_passes(NULL, NAN, 1));
  expect_said("norm_max: the port gives NaN where the original has 1");
  assert_false(norm_passes(NULL, 1, NAN));
  assert_true(norm_passes(NULL, NAN, -NAN));
  assert_true(norm_passes(NULL, HUGE_VAL, HUGE_VAL));
}

static const struct CMUnitTest tests[] = {
  claim(each_measure_decides_by_itself),
  claim(any_one_measure_is_enough_for_an_element),
  claim(nothing_but_equal_bits_passes_a_tolerance_of_zero),
  claim(default_is_four_ulp_or_sixteen_epsilon_of_the_largest),
  claim(default_of_real32_goes_by_its_own_epsilon),
  claim(tolerance_of_a_kernel_wins_until_it_is_taken_back),
  claim(negative_tolerances_are_refused),
  claim(nan_passes_beside_no_number),
  claim(infinity_passes_beside_no_other_number),
  claim(equal_infinities_and_any_nan_pass),
  claim(infinity_does_not_widen_the_scaled_measure),
  claim(results_have_the_same_measures_and_default),
  claim(nan_and_infinite_results_pass_beside_their_like_only),
};
RUN("tolerances", tests)
