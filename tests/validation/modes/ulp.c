/* Distances in ULP and in the other measures, for all sorts of pairs: pairs just within a tolerance, pairs just
 * outside, and their text in the report. */
#include "checking.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

enum { LENGTH = 6 };

typedef struct pair {
  double port, original, ulp;
} pair;

static void putting_original(const vf_original_call *call, void *user)
{
  const double value = *(const double *)user;
  for (int e = 0; e < LENGTH; e++) {
    if (call->type == VF_REAL64) ((double *)call->arrays[1].first)[e] = e == 4 ? value : 1;
    else ((float *)call->arrays[1].first)[e] = e == 4 ? (float)value : 1;
  }
}

/* Copies a line of ones with the pair in the fifth element. True if the check passes. */
static bool passes(vf_type type, double port, double original, const vf_tolerance *tolerance)
{
  double wide[LENGTH] = { 1, 1, 1, 1, port, 1 }, wide_copy[LENGTH];
  float narrow[LENGTH] = { 1, 1, 1, 1, (float)port, 1 }, narrow_copy[LENGTH];
  const int64_t extent = LENGTH;
  const vf_box box = line(1, LENGTH);
  const bool real64 = type == VF_REAL64;
  vf_view *x = NULL, *y = NULL;
  must(vf_view_wrap(NULL, real64 ? (void *)wide : narrow, type, 1, &extent, NULL, "x", VF_WRAP_DISTINCT, &x));
  must(vf_view_wrap(NULL, real64 ? (void *)wide_copy : narrow_copy, type, 1, &extent, NULL, "y", VF_WRAP_DISTINCT, &y));
  must(vf_report_reset());
  must(vf_kernel_set_original(&vf_copy_kernel, type, putting_original, &original));
  must(vf_validate_tolerance("copy", tolerance));
  must(vf_validate_mode("copy", VF_MODE_CHECK));
  must(vf_copy(&box, x, y));
  must(vf_validate_mode("copy", VF_MODE_DEVICE));
  discard(x);
  discard(y);
  return vf_report_passed(NULL);
}

static void expect_distance(vf_type type, double port, double original, double ulp)
{
  char words[64];
  const int decade = ulp < 1 ? 0 : (int)floor(log10(ulp) + 1e-12);
  const bool within = passes(type, port, original, &(vf_tolerance){ .ulp = ulp });
  if (ulp > 0) snprintf(words, sizeof words, "worst ULP      %-10.4g 'y' at (5, 1, 1)", ulp);
  else snprintf(words, sizeof words, "1 with other bits");
  expect_said(words);
  if (decade == 0) snprintf(words, sizeof words, "by ULP: 0-9 1\n");
  else if (decade >= 17) snprintf(words, sizeof words, "by ULP: 1e17 and more 1\n");
  else snprintf(words, sizeof words, "by ULP: 1e%d-1e%d 1\n", decade, decade + 1);
  expect_said(words);
  if (!within) fail_msg("%a beside %a: more than %g apart", port, original, ulp);
  const double less = ulp < 1e15 ? ulp - 0.5 : ulp * (1 - 1e-15);
  if (ulp > 0 && passes(type, port, original, &(vf_tolerance){ .ulp = less }))
    fail_msg("%a beside %a: no more than %g apart", port, original, less);
}

/* Either number may be the port's, and both may be negative. */
static void expect_distances(vf_type type, const pair *pairs, size_t count)
{
  for (size_t p = 0; p < count; p++)
    for (int turn = 0; turn < 4; turn++) {
      const double sign = turn & 2 ? -1 : 1;
      const double port = sign * pairs[p].port, original = sign * pairs[p].original;
      if (turn & 1) expect_distance(type, original, port, pairs[p].ulp);
      else expect_distance(type, port, original, pairs[p].ulp);
    }
}

static void distances_of_real64_count_its_numbers(void **state)
{
  (void)state;
  const pair pairs[] = {
    { 1, 1 + DBL_EPSILON, 1 },
    { 1, 1 - DBL_EPSILON / 2, 1 },
    { 1, 1 + 9 * DBL_EPSILON, 9 },
    { 1, 1 + 10 * DBL_EPSILON, 10 },
    { 1e300, 1.0000000000000999e300, 0 },
    { 1, 1 + 100 * DBL_EPSILON, 100 },
    { 1, 1 + 99 * DBL_EPSILON, 99 },
    { 1, 2, 0x1p52 },
    { 1, 4, 0x1p53 },
    { 0, DBL_TRUE_MIN, 1 },
    { -0.0, DBL_TRUE_MIN, 1 },
    { 0.0, -0.0, 0 },
    { -DBL_TRUE_MIN, DBL_TRUE_MIN, 2 },
    { -3 * DBL_TRUE_MIN, 5 * DBL_TRUE_MIN, 8 },
    { DBL_MIN, DBL_MIN - DBL_TRUE_MIN, 1 },
    { DBL_MAX, -DBL_MAX, 2.0 * 0x7fefffffffffffff },
    { 1, -1, 2.0 * 0x3ff0000000000000 },
  };
  pair measured[sizeof pairs / sizeof pairs[0]];
  memcpy(measured, pairs, sizeof pairs);
  int64_t one, other;
  memcpy(&one, &pairs[4].port, 8);
  memcpy(&other, &pairs[4].original, 8);
  measured[4].ulp = (double)(other - one);
  expect_distances(VF_REAL64, measured, sizeof pairs / sizeof pairs[0]);
}

static void distances_of_real32_count_its_numbers(void **state)
{
  (void)state;
  const pair pairs[] = {
    { 1, 1 + FLT_EPSILON, 1 },
    { 1, 1 - FLT_EPSILON / 2, 1 },
    { 1, 1 + 10 * FLT_EPSILON, 10 },
    { 1, 1 + 999 * FLT_EPSILON, 999 },
    { 1, 1 + 1000 * FLT_EPSILON, 1000 },
    { 1, 2, 0x1p23 },
    { 0, FLT_TRUE_MIN, 1 },
    { 0.0, -0.0, 0 },
    { -3 * FLT_TRUE_MIN, 5 * FLT_TRUE_MIN, 8 },
    { FLT_MAX, -FLT_MAX, 2.0 * 0x7f7fffff },
    { 1, -1, 2.0 * 0x3f800000 },
  };
  expect_distances(VF_REAL32, pairs, sizeof pairs / sizeof pairs[0]);
}

/* The distance in ULP is a distance of real32: in real64 the same two numbers lie farther apart. */
static void each_measure_of_real32_decides_by_itself(void **state)
{
  (void)state;
  const double near = 1 + 0x1p-10;
  static const struct {
    vf_tolerance within, beyond;
  } measures[] = {
    { { .absolute = 0x1p-10 }, { .absolute = 0x1.fp-11 } },
    { { .relative = 0x1p-10 }, { .relative = 0x1.ff0p-11 } },
    { { .scaled = 0x1p-10 }, { .scaled = 0x1.ff0p-11 } },
    { { .ulp = 8192 }, { .ulp = 8191 } },
  };
  for (size_t m = 0; m < sizeof measures / sizeof measures[0]; m++) {
    assert_true(passes(VF_REAL32, near, 1, &measures[m].within));
    assert_false(passes(VF_REAL32, near, 1, &measures[m].beyond));
    assert_true(passes(VF_REAL32, 1, near, &measures[m].within));
    assert_false(passes(VF_REAL32, 1, near, &measures[m].beyond));
  }
}

/* The default at its limit: the larger of 4 ULP and 16 epsilon of the largest value. */
static void the_default_of_either_kind_is_met_at_its_limit(void **state)
{
  (void)state;
  static const struct {
    vf_type type;
    double port, original;
    bool passes;
  } cases[] = {
    { VF_REAL64, 1 + 16 * DBL_EPSILON, 1, true },
    { VF_REAL64, 1 + 17 * DBL_EPSILON, 1, false },
    { VF_REAL32, 1 + 16 * FLT_EPSILON, 1, true },
    { VF_REAL32, 1 + 17 * FLT_EPSILON, 1, false },
    { VF_REAL64, 0, 16 * DBL_EPSILON, true },
    { VF_REAL64, 0, 17 * DBL_EPSILON, false },
    { VF_REAL32, 0, 16 * FLT_EPSILON, true },
    { VF_REAL32, 0, 17 * FLT_EPSILON, false },
    { VF_REAL64, 16, 16 + 16 * 16 * DBL_EPSILON, true },
    { VF_REAL64, 16, 16 + 17 * 16 * DBL_EPSILON, false },
  };
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
    if (passes(cases[c].type, cases[c].port, cases[c].original, NULL) != cases[c].passes)
      fail_msg("%a beside %a %s", cases[c].port, cases[c].original, cases[c].passes ? "fails" : "passes");
}

static int close_ulp(void **state)
{
  must(vf_kernel_set_original(&vf_copy_kernel, VF_REAL32, NULL, NULL));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_ulp)

static const struct CMUnitTest tests[] = {
  claim(distances_of_real64_count_its_numbers),
  claim(distances_of_real32_count_its_numbers),
  claim(each_measure_of_real32_decides_by_itself),
  claim(the_default_of_either_kind_is_met_at_its_limit),
};
RUN("ulp", tests)
