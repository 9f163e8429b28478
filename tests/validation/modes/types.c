/* Arrays of logicals and integers. Logicals agree if both are true or both are false; integers agree if they are
 * equal. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

enum { MARKS = 12 };
static int32_t mask[MARKS], marked[MARKS];
static int64_t count[MARKS];
static double weight[MARKS];
static vf_view *views[4];
static const vf_box all = { { 1, 1, 1 }, { MARKS, 1, 1 } };
static const int steps[2] = { 2, 3 };
static const double weights[2] = { 0.5, 2.25 };

/* The defect of an original. */
typedef struct otherwise {
  int32_t truth;   /* its number for true */
  int flipped;     /* element with the opposite mark, or -1 */
  int64_t counted; /* added to the count of element 4 */
  int calls;
} otherwise;

static void mark(const vf_original_call *call, void *user)
{
  otherwise *how = user;
  how->calls++;
  for (int c = call->box.lower[0] - 1; c < call->box.upper[0]; c++) {
    const bool is = (((int32_t *)call->arrays[0].first)[c] != 0) != call->values[1].truth;
    const bool said = c == how->flipped ? !is : is;
    ((int32_t *)call->arrays[5].first)[c] = said ? how->truth : 0;
    ((int64_t *)call->arrays[6].first)[c] +=
        (int64_t)call->values[3].integers[is] * (call->values[2].integer == 5 ? 1000000 : 1) +
        (c == 4 ? how->counted : 0);
    ((double *)call->arrays[7].first)[c] = call->values[4].numbers[is];
  }
}

static void open(otherwise *how)
{
  static const vf_type types[4] = { VF_LOGICAL32, VF_LOGICAL32, VF_INT64, VF_REAL64 };
  static const char *const labels[4] = { "mask", "marked", "count", "weight" };
  void *const first[4] = { mask, marked, count, weight };
  const int64_t length = MARKS;
  for (int c = 0; c < MARKS; c++) {
    mask[c] = c % 3 == 0 ? 0 : c % 3 == 1 ? 1 : -1;
    count[c] = INT64_C(9007199254740993); /* no double has this value */
  }
  for (int v = 0; v < 4; v++)
    must(vf_view_wrap(NULL, first[v], types[v], 1, &length, NULL, labels[v], VF_WRAP_DISTINCT, &views[v]));
  must(vf_mark_cells_set_original(VF_REAL64, mark, how));
  must(vf_validate_mode("mark_cells", VF_MODE_CHECK));
}

static void call(bool contrary, int how, const double given[2])
{
  must(vf_mark_cells(&all, views[0], contrary, how, steps, given, views[1], views[2], views[3]));
}

static void close(void)
{
  must(vf_validate_mode("mark_cells", VF_MODE_DEVICE));
  must(vf_mark_cells_set_original(VF_REAL64, NULL, NULL));
  for (int v = 0; v < 4; v++) {
    must(vf_view_to_host(views[v], VF_READ));
    discard(views[v]);
  }
}

/* Some compilers use -1 for true; kernels use 1. */
static void each_number_for_true_is_true(void **state)
{
  (void)state;
  static const int32_t truths[3] = { 1, -1, 256 };
  for (int t = 0; t < 3; t++) {
    otherwise right = { .truth = truths[t], .flipped = -1 };
    open(&right);
    for (int contrary = 0; contrary < 2; contrary++) call(contrary, vf_mark_cells_often, weights);
    close();
    assert_int_equal(right.calls, 2);
    for (int c = 0; c < MARKS; c++) assert_int_equal(marked[c], c % 3 == 0);
    expect_verdict(true, 2 * (t + 1));
  }
  expect_not_said("differ");
}

static void a_mark_that_differs_is_told_as_true_and_false(void **state)
{
  (void)state;
  otherwise wrong = { .truth = -1, .flipped = 7 };
  open(&wrong);
  call(false, vf_mark_cells_once, weights);
  close();
  expect_verdict(false, 1);
  expect_said("'marked' differs in 1 of 12 valid cells, worst at (8, 1, 1): port T, original F");
  expect_not_said("'count' differs");
}

/* 2^32 more has the same lower half, and 1 more is the same double: both must count as a difference. */
static void counts_agree_in_all_digits_or_not_at_all(void **state)
{
  (void)state;
  static const int64_t more[3] = { INT64_C(1) << 32, 1, -1 };
  static const char *const told[3] = { "port 9007199254740996, original 9007203549708292",
                                       "port 9007199254740996, original 9007199254740997",
                                       "port 9007199254740996, original 9007199254740995" };
  const vf_tolerance wide = { .relative = 0.1 }; /* a relative tolerance concerns reals only */
  for (int m = 0; m < 3; m++) {
    otherwise wrong = { .truth = 1, .flipped = -1, .counted = more[m] };
    must(vf_report_reset());
    must(vf_validate_tolerance("mark_cells", m ? &wide : NULL));
    open(&wrong);
    call(false, vf_mark_cells_once, weights);
    close();
    expect_verdict(false, 1);
    expect_said("'count' differs in 1 of 12 valid cells, worst at (5, 1, 1)");
    expect_said(told[m]);
  }
  must(vf_validate_tolerance("mark_cells", NULL));
}

static void cutting(const vf_original_call *call, void *user)
{
  mark(call, user);
  for (int c = 0; c < MARKS; c++) ((double *)call->arrays[7].first)[c] += 0.25;
}

/* A common error of ports is an array of integers in place of reals. The check tries it for a value of several
 * numbers, like for a single number. */
static void an_array_of_integers_for_reals_is_found(void **state)
{
  (void)state;
  otherwise right = { .truth = 1, .flipped = -1 };
  static const double given[2] = { 1.25, 2.25 };
  open(&right);
  must(vf_mark_cells_set_original(VF_REAL64, cutting, &right)); /* as if the port had got 1 and 2 + a quarter */
  call(false, vf_mark_cells_once, given);
  close();
  expect_verdict(false, 1);
  expect_said("'weight' agrees with the original when weights is cut to an integer");
}

/* Each choice, each truth and each number of cells is a variant of its own. */
static void each_choice_is_sampled_by_itself(void **state)
{
  (void)state;
  otherwise right = { .truth = 1, .flipped = -1 };
  open(&right);
  must(vf_validate_every("mark_cells", 1000));
  for (int turn = 0; turn < 3; turn++)
    for (int contrary = 0; contrary < 2; contrary++) {
      call(contrary, vf_mark_cells_once, weights);
      call(contrary, vf_mark_cells_often, weights);
      const int other[2] = { 2, 4 + turn };
      must(vf_mark_cells(&all, views[0], contrary, vf_mark_cells_once, other, weights, views[1], views[2], views[3]));
    }
  must(vf_validate_every("mark_cells", 1));
  close();
  assert_int_equal(right.calls, 4 + 6);
}

static const struct CMUnitTest tests[] = {
  claim(each_number_for_true_is_true),
  claim(a_mark_that_differs_is_told_as_true_and_false),
  claim(counts_agree_in_all_digits_or_not_at_all),
  claim(an_array_of_integers_for_reals_is_found),
  claim(each_choice_is_sampled_by_itself),
};
RUN("types", tests)
