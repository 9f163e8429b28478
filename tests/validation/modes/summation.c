/* Sums compared with sums in another order. The effect of the order is no fault; a missing term is a fault. */
#include "checking.h"

#include <float.h>
#include <math.h>
#include <modes_kernels_kernels.h>

enum { SIDE = 480, TERMS = SIDE * SIDE };
static double terms[TERMS];
static float singles[TERMS];
static const int64_t square[2] = { SIDE, SIDE };
static const vf_box all = { { 1, 1, 1 }, { SIDE, SIDE, 1 } };

/* The order of the original's additions, its missing term, and its last result. */
typedef struct order {
  bool positive_first;
  int missing; /* number of the term, or -1 */
  double off;  /* added to the result, in epsilon for each term */
  double result;
} order;

static double term(const vf_original_call *call, int t)
{
  return call->type == VF_REAL64 ? ((const double *)call->arrays[0].first)[t]
                                 : ((const float *)call->arrays[0].first)[t];
}

/* One accumulator of the array's kind, as in a legacy loop. */
static void loop(const vf_original_call *call, void *user)
{
  order *how = user;
  double sum = 0;
  for (int pass = 0; pass < (how->positive_first ? 2 : 1); pass++)
    for (int t = 0; t < TERMS; t++) {
      const double next = term(call, t);
      if (t == how->missing || (how->positive_first && (next < 0) != pass)) continue;
      sum = call->type == VF_REAL64 ? sum + next : (float)sum + (float)next;
    }
  *call->result = how->result = sum * (1 + how->off * TERMS * DBL_EPSILON);
}

/* A checked sum. Returns the port's result. */
static double check_sum(vf_type type, order *how)
{
  vf_view *view = NULL;
  double total = 0;
  void *first = type == VF_REAL64 ? (void *)terms : (void *)singles;
  must(vf_view_wrap(NULL, first, type, 2, square, NULL, "terms", VF_WRAP_DISTINCT, &view));
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_sum_kernel, type, loop, how));
  must(vf_validate_mode("sum", VF_MODE_CHECK));
  must(vf_sum(&all, view, &total));
  must(vf_validate_mode("sum", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_sum_kernel, type, NULL, NULL));
  discard(view);
  return total;
}

static void equal_numbers_raise_no_alarm_and_a_missing_one_does(void **state)
{
  (void)state;
  for (int t = 0; t < TERMS; t++) terms[t] = 0.1;
  order how = { .missing = -1 };
  const double total = check_sum(VF_REAL64, &how);
  expect_verdict(true, 1);
  /* The difference is larger than a bound without the number of terms. Otherwise the claim would show nothing. */
  assert_true(fabs(total - how.result) > 4096 * DBL_EPSILON * total);
  how.missing = 77777;
  check_sum(VF_REAL64, &how);
  expect_verdict(false, 1);
  expect_said("sum: the result differs: port ");
}

/* The bound is half an epsilon for each addition. The order does not matter for these numbers. */
static void bound_is_half_an_epsilon_for_each_term(void **state)
{
  (void)state;
  for (int t = 0; t < TERMS; t++) terms[t] = 0.5;
  for (int sign = -1; sign <= 1; sign += 2) {
    order how = { .missing = -1, .off = sign * 0.47 };
    check_sum(VF_REAL64, &how);
    expect_verdict(true, 1);
    how.off = sign * 0.6;
    check_sum(VF_REAL64, &how);
    expect_verdict(false, 1);
  }
}

/* The terms cancel: neither the result nor sums of rows show the size of the terms. */
static void terms_that_cancel_are_held_to_their_magnitudes(void **state)
{
  (void)state;
  for (int t = 0; t < TERMS; t++) terms[t] = (t & 1 ? -1 : 1) * (1 + 0.1 * ((t / 2) % 7)) / 3;
  order how = { .positive_first = true, .missing = -1 };
  const double total = check_sum(VF_REAL64, &how);
  expect_verdict(true, 1);
  assert_true(fabs(total - how.result) > TERMS * DBL_EPSILON * fabs(total));
  how.missing = 1;
  check_sum(VF_REAL64, &how);
  expect_verdict(false, 1);
}

static void sums_in_real32_are_held_to_its_epsilon(void **state)
{
  (void)state;
  for (int t = 0; t < TERMS; t++) singles[t] = 0.1f;
  order how = { .missing = -1 };
  const double total = check_sum(VF_REAL32, &how);
  expect_verdict(true, 1);
  assert_true(fabs(total - how.result) > 1e-4 * total);
  singles[5] = 1000; /* a term of a few per cent of the sum */
  how.missing = 5;
  check_sum(VF_REAL32, &how);
  expect_verdict(false, 1);
}

/* One sum over several boxes and components. */
static void plain(const vf_original_call *call, void *user)
{
  double sum = 0;
  for (int n = 0; n < call->components; n++)
    for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
      for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
        for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) sum += *element(&call->arrays[0], i, j, k, n);
  *call->result = sum + *(const double *)user;
}

static void boxes_and_components_are_one_sum(void **state)
{
  (void)state;
  const int64_t shape[4] = { SIDE, SIDE / 20, 10, 2 };
  const vf_box boxes[2] = { { { 1, 1, 1 }, { 300, SIDE / 20, 10 } }, { { 301, 1, 1 }, { SIDE, SIDE / 20, 10 } } };
  double total = 0, error = 0;
  /* The first plane has the smallest terms. */
  for (int t = 0; t < TERMS; t++)
    terms[t] = (t & 1 ? -1 : 1) * (1 + 1e-3 * (t % 1001)) * (t / (SIDE * SIDE / 20) % 10 ? 1 : 1e-3);
  vf_view *view = wrapped(terms, 4, shape, NULL, "terms");
  must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, plain, &error));
  must(vf_validate_mode("sum", VF_MODE_CHECK));
  must(vf_sum_boxes(boxes, 2, view, &total, NULL));
  expect_verdict(true, 1);
  double magnitudes = 0;
  for (int t = 0; t < TERMS; t++) magnitudes += fabs(terms[t]);
  error = 0.4 * TERMS * DBL_EPSILON * magnitudes / 2; /* for each box */
  must(vf_sum_boxes(boxes, 2, view, &total, NULL));
  expect_verdict(true, 2);
  error *= 2;
  must(vf_sum_boxes(boxes, 2, view, &total, NULL));
  expect_verdict(false, 3);
  must(vf_validate_mode("sum", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_sum_kernel, VF_REAL64, NULL, NULL));
  discard(view);
}

static void given(const vf_original_call *call, void *user) { *call->result = *(const double *)user; }

/* A maximum has no rounding of additions, so the number of elements does not widen its bound. */
static void largest_of_many_is_held_to_sixteen_epsilon(void **state)
{
  (void)state;
  double norm = 0;
  for (int t = 0; t < TERMS; t++) terms[t] = 1;
  vf_view *view = wrapped(terms, 2, square, NULL, "terms");
  must(vf_validate_mode("norm_max", VF_MODE_CHECK));
  for (int steps = 16; steps <= 17; steps++) {
    double original = ulps_above(1, steps);
    must(vf_report_reset());
    must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, given, &original));
    must(vf_norm_max(&all, view, &norm));
    expect_verdict(steps == 16, 1);
  }
  must(vf_validate_mode("norm_max", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_norm_max_kernel, VF_REAL64, NULL, NULL));
  discard(view);
}

enum { LINE = 3000, PERIOD = 7, AROUND = 3 };

/* The kernel works on tiles and has scratch. Its results are the sum and the largest window; user gives the error of
 * each. */
static void windows_of_tiles(const vf_original_call *call, void *user)
{
  const double *off = user;
  double *sums = call->arrays[0].first;
  call->result[0] = off[0];
  call->result[1] = -HUGE_VAL;
  for (int i = 1; i <= LINE; i++) {
    double sum = 0;
    for (int j = i - AROUND; j <= i + AROUND; j++) {
      const int rest = j % PERIOD, at = rest < 0 ? rest + PERIOD : rest;
      sum += (2 * at + 1 - PERIOD) * (1 - (double)(j < 0 ? -j : j) / AROUND);
    }
    sums[i - 1] = sum;
    call->result[0] += sum;
    if (sum > call->result[1]) call->places[1] = (vf_place){ .index = { i, 1, 1 } };
    call->result[1] = fmax(call->result[1], sum);
  }
  call->result[1] += off[1];
}

static void sums_over_tiles_are_held_to_their_magnitudes(void **state)
{
  (void)state;
  static double sums[LINE];
  double given[2] = { 0 }, off[2] = { 0 };
  const vf_box line = { { 1, 1, 1 }, { LINE, 1, 1 } };
  vf_view *view = wrapped_line(sums, LINE, "sums");
  must(vf_kernel_set_original(&vf_windowed_ramp_kernel, VF_REAL64, windows_of_tiles, off));
  must(vf_validate_mode("windowed_ramp", VF_MODE_CHECK));
  for (int wrong = 0; wrong < 3; wrong++) {
    off[0] = wrong == 1 ? 1 : 0;
    off[1] = wrong == 2 ? 1 : 0;
    must(vf_report_reset());
    must(vf_windowed_ramp(&line, view, PERIOD, AROUND, &given[0], &given[1], NULL));
    expect_verdict(!wrong, 1);
    if (wrong) expect_said(wrong == 1 ? "result total differs" : "result peak differs");
  }
  must(vf_validate_mode("windowed_ramp", VF_MODE_DEVICE));
  must(vf_kernel_set_original(&vf_windowed_ramp_kernel, VF_REAL64, NULL, NULL));
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(equal_numbers_raise_no_alarm_and_a_missing_one_does),
  claim(bound_is_half_an_epsilon_for_each_term),
  claim(terms_that_cancel_are_held_to_their_magnitudes),
  claim(sums_in_real32_are_held_to_its_epsilon),
  claim(boxes_and_components_are_one_sum),
  claim(largest_of_many_is_held_to_sixteen_epsilon),
  claim(sums_over_tiles_are_held_to_their_magnitudes),
};
RUN("summation", tests)
