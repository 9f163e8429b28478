/* Differences that rounding alone explains, without a chosen tolerance. The residual of a solved problem is rounding
 * only. Errors must not hide in it. */
#include "checking.h"

#include <float.h>
#include <math.h>

enum { N = 12, GHOSTED = N + 2, FIELD = N * N * N };
static double phi[GHOSTED * GHOSTED * GHOSTED], rhs[FIELD], residual[FIELD];
static const vf_box box = { { 0, 0, 0 }, { N - 1, N - 1, N - 1 } };

/* Makes a smooth phi of the given size and the right-hand side that phi solves exactly. */
static void solve(double size, double h)
{
  vf_original_array arrays[4] = {
    { phi, { -1, -1, -1 }, { N, N, N }, 1 },
    { rhs, { 0, 0, 0 }, { N - 1, N - 1, N - 1 }, 1 },
    { residual, { 0, 0, 0 }, { N - 1, N - 1, N - 1 }, 1 },
  };
  for (int c = 0; c < FIELD; c++) rhs[c] = 0;
  for (int k = -1; k <= N; k++)
    for (int j = -1; j <= N; j++)
      for (int i = -1; i <= N; i++)
        *element(&arrays[0], i, j, k, 0) = size * (1 + sin(3 * h * i) * cos(2 * h * (j + k)));
  vf_value values[4] = { { 0 } };
  values[3].number = h;
  const vf_original_call call = {
    .type = VF_REAL64, .box = box, .components = 1, .argument_count = 4, .arrays = arrays, .values = values
  };
  original_residual_poisson(&call, NULL);
  for (int c = 0; c < FIELD; c++) {
    rhs[c] = -residual[c];
    residual[c] = 0;
  }
}

/* The original with an error in one cell. */
static void wrong_residual(const vf_original_call *call, void *user)
{
  original_residual_poisson(call, NULL);
  *element(&call->arrays[2], 4, 5, 6, 0) += *(const double *)user;
}

/* A checked residual of this problem; `error` is the error of a single cell. */
static void compute(double size, double h, double error)
{
  const int64_t inner[3] = { N, N, N }, outer[3] = { GHOSTED, GHOSTED, GHOSTED };
  const int zero[3] = { 0, 0, 0 }, below[3] = { -1, -1, -1 };
  solve(size, h);
  vf_view *p = wrapped(phi, 3, outer, below, "phi"), *r = wrapped(rhs, 3, inner, zero, "rhs");
  vf_view *result = wrapped(residual, 3, inner, zero, "residual");
  must(vf_kernel_set_original(&vf_residual_poisson_kernel, VF_REAL64, wrong_residual, &error));
  must(vf_validate_mode("residual_poisson", VF_MODE_CHECK));
  must(vf_residual_poisson(&box, p, r, result, h));
  must(vf_view_to_host(result, VF_READ));
  discard(p);
  discard(r);
  discard(result);
}

/* The port multiplies by 1 / h^2, the original divides by h^2. */
static void rounding_of_a_residual_that_vanishes_passes(void **state)
{
  (void)state;
  compute(1, 1.0 / 97, 0);
  compute(1, 1.0 / 128, 0);
  compute(1e6, 1.0 / 97, 0);
  compute(1e-6, 1.0 / 97, 0);
  expect_verdict(true, 4);
}

/* The rounding of the claim above is larger than the default tolerance. Otherwise the claim would show nothing. */
static void that_rounding_is_beyond_the_default_measures(void **state)
{
  (void)state;
  const vf_tolerance measures = { .ulp = 4, .scaled = 16 * DBL_EPSILON };
  must(vf_validate_tolerance("residual_poisson", &measures));
  compute(1, 1.0 / 97, 0);
  expect_verdict(false, 1);
  expect_said("'residual' differs in ");
}

static void real_error_in_it_is_found(void **state)
{
  (void)state;
  compute(1, 1.0 / 97, 1e-6);
  expect_said("'residual' differs in 1 of 1728 valid cells, worst at (4, 5, 6)");
  must(vf_report_reset());
  compute(1, 1.0 / 128, 1e-6);
  expect_said("'residual' differs in 1 of 1728 valid cells, worst at (4, 5, 6)");
}

static void real_error_in_a_later_call_is_found(void **state)
{
  (void)state;
  compute(1, 1.0 / 97, 0);
  compute(1, 1.0 / 97, 1e-6);
  expect_verdict(false, 2);
}

/* The report remarks that the tolerance was widened: by how much and why. */
static void widened_tolerance_is_a_remark(void **state)
{
  (void)state;
  compute(1, 1.0 / 97, 0);
  expect_said("remark (call 1) residual_poisson: the tolerance of 'residual' was widened for ");
  expect_said("inputs changed by one in their last place change the original as well");
  compute(1e6, 1.0 / 97, 0);
  expect_said("remark (call 1 and later ones) residual_poisson: the tolerance of 'residual' was widened for ");
  expect_said(", most in call 2");
}

/* Fields of the same kernel may differ in size. The rounding of a large field says nothing about a small field. */
static void rounding_of_large_numbers_excuses_no_error_in_small_ones(void **state)
{
  (void)state;
  compute(1e9, 1.0 / 97, 0);
  expect_verdict(true, 1);
  compute(1, 1.0 / 97, 1e-6);
  expect_verdict(false, 2);
}

/* Numbers far outside the range of real32. An earlier call has measured the rounding. */
static void errors_are_found_in_numbers_of_any_size(void **state)
{
  (void)state;
  for (double size = 1e-200; size < 1e201; size *= 1e50) {
    must(vf_report_reset());
    compute(size, 1.0 / 97, 0);
    compute(size, 1.0 / 97, 0);
    expect_verdict(true, 2);
    compute(size, 1.0 / 97, 1e-6 * size);
    expect_verdict(false, 3);
  }
}

static void rounding_of_small_numbers_fails_no_large_ones(void **state)
{
  (void)state;
  compute(1e-9, 1.0 / 97, 0);
  compute(1e9, 1.0 / 97, 0);
  compute(1, 1.0 / 49, 0);
  compute(1, 1.0 / 383, 0);
  expect_verdict(true, 4);
}

static void tolerance_that_was_chosen_is_not_widened(void **state)
{
  (void)state;
  const vf_tolerance own = { .absolute = 1e-20 };
  compute(1, 1.0 / 97, 0);
  must(vf_validate_tolerance("residual_poisson", &own));
  compute(1, 1.0 / 97, 0);
  expect_verdict(false, 2);
}

/* ---- Sums that cancel ----------------------------------------------------------------------------------------- */

static void plain_sum(const vf_original_call *call, void *user)
{
  double sum = *(const double *)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) sum += *element(&call->arrays[0], i, j, k, 0);
  *call->result = sum;
}

static void sum_that_cancels_is_held_to_its_rounding(void **state)
{
  (void)state;
  double error = 0, total = 0;
  for (int c = 0; c < CELLS; c++) source[c] = sin(c) * 1e3;
  for (int c = 0; c < CELLS - 1; c++) source[CELLS - 1] -= c ? source[c] : source[c] + source[CELLS - 1];
  must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, plain_sum, &error));
  must(vf_validate_mode("sum", VF_MODE_CHECK));
  must(vf_sum(&whole, from, &total));
  expect_verdict(true, 1);
  must(vf_report_reset());
  error = 1e-6;
  must(vf_sum(&whole, from, &total));
  expect_verdict(false, 1);
  expect_not_said("the tolerance of");
}

static int close_rounding(void **state)
{
  vf_kernel *const kernels[] = { &vf_residual_poisson_kernel, &vf_sum_kernel };
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
    must(vf_validate_tolerance(kernels[k]->description.name, NULL));
    must(vf_kernel_set_original(kernels[k], VF_REAL64, NULL, NULL));
  }
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_rounding)

static const struct CMUnitTest tests[] = {
  claim(rounding_of_a_residual_that_vanishes_passes),
  claim(that_rounding_is_beyond_the_default_measures),
  claim(real_error_in_it_is_found),
  claim(real_error_in_a_later_call_is_found),
  claim(widened_tolerance_is_a_remark),
  claim(rounding_of_large_numbers_excuses_no_error_in_small_ones),
  claim(errors_are_found_in_numbers_of_any_size),
  claim(rounding_of_small_numbers_fails_no_large_ones),
  claim(tolerance_that_was_chosen_is_not_widened),
  claim(sum_that_cancels_is_held_to_its_rounding),
};
RUN("rounding", tests)
