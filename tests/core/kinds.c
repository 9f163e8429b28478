/* Values of several numbers, logical values, options, and arrays of each element type in the same call; in both kinds,
 * for views and sets. */
#include "common.h"

#include <stdio.h>
#include <test_kinds_kernels.h>

#include <viewfab/set.h>

enum { LENGTH = 6, PARTS = 3, MANY = 16 };

static const double one[1] = { 0.75 };
static const double many[MANY] = { 0.5, -1.25, 3, 0.125, 0, 7, -2, 1.5, 0.25, 8, -16, 0.5, 1, 2, 3, 4.5 };
static const int steps[5] = { 7, -11, 13, 0, 2 };

/* The arrays of a box of a call. A true element is any number but 0, because compilers differ here. */
typedef struct arrays {
  int32_t mask[LENGTH], positive[LENGTH];
  float narrow[LENGTH];
  int64_t count[LENGTH];
  double wide[LENGTH], x64[LENGTH];
  float x32[LENGTH];
} arrays;

typedef struct views {
  vf_view *mask, *narrow, *count, *positive, *wide, *x;
} views;

static void fill(arrays *a, int part)
{
  static const int32_t truths[4] = { 0, 1, -1, 256 };
  for (int c = 0; c < LENGTH; c++) {
    a->mask[c] = truths[(c + part) % 4];
    a->narrow[c] = 0.5f * (float)(c - 3 * part);
    a->count[c] = INT64_C(9007199254740993) + c;
    a->positive[c] = 5;
    a->wide[c] = a->x64[c] = -99;
    a->x32[c] = -99;
  }
}

static vf_view *wrapped_as(void *host, vf_type type, const char *label)
{
  const int64_t length = LENGTH;
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, host, type, 1, &length, NULL, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static views wrap(arrays *a, vf_type real)
{
  return (views){ .mask = wrapped_as(a->mask, VF_LOGICAL32, "mask"),
                  .narrow = wrapped_as(a->narrow, VF_REAL32, "narrow"),
                  .count = wrapped_as(a->count, VF_INT64, "count"),
                  .positive = wrapped_as(a->positive, VF_LOGICAL32, "positive"),
                  .wide = wrapped_as(a->wide, VF_REAL64, "wide"),
                  .x = wrapped_as(real == VF_REAL64 ? (void *)a->x64 : (void *)a->x32, real, "x") };
}

static void fetch_and_discard(const views *v)
{
  vf_view *const all[] = { v->mask, v->narrow, v->count, v->positive, v->wide, v->x };
  for (int i = 0; i < 6; i++) {
    must(vf_view_to_host(all[i], VF_READ));
    discard(all[i]);
  }
}

static double sum_of(float narrow, bool doubled, int choice, vf_type real)
{
  double sum = narrow + one[0];
  for (int m = 0; m < MANY; m++) sum += (m + 1) * (real == VF_REAL64 ? many[m] : (double)(float)many[m]);
  for (int m = 0; m < 5; m++) sum += (m + 1) * 100 * steps[m];
  if (doubled) sum *= 2;
  return choice == 7 ? sum + 0.125 : choice == 8 ? sum - 0.25 : choice == -2 ? -sum : sum;
}

static void expect_results(const arrays *a, int part, vf_type real, bool doubled, int choice)
{
  arrays before;
  fill(&before, part);
  for (int c = 0; c < LENGTH; c++) {
    const bool set = before.mask[c] != 0;
    const double sum = sum_of(before.narrow[c], doubled, choice, real);
    assert_true(a->wide[c] == sum);
    assert_true(real == VF_REAL64 ? a->x64[c] == sum / 3 : a->x32[c] == (float)sum / 3);
    assert_true(a->count[c] == before.count[c] + (set ? INT64_C(3000000000) : 1));
    assert_int_equal(a->positive[c], sum > 0 && set); /* every compiler reads 1 as true */
    assert_int_equal(a->mask[c], before.mask[c]);
    assert_true(a->narrow[c] == before.narrow[c]);
  }
}

static const vf_type kinds[2] = { VF_REAL32, VF_REAL64 };
static const int choices[4] = { vf_take_kinds_none, vf_take_kinds_first, vf_take_kinds_second, vf_take_kinds_last };

/* An option has the number that the file gives, or the number after the previous option. */
static void constants_have_the_numbers_of_the_file(void **state)
{
  (void)state;
  static const int wanted[4] = { 0, 7, 8, -2 };
  assert_memory_equal(choices, wanted, sizeof wanted);
}

static void elements_of_each_type_meet_in_one_call(void **state)
{
  (void)state;
  const vf_box all = line(1, LENGTH);
  for (int kind = 0; kind < 2; kind++)
    for (int choice = 0; choice < 4; choice++)
      for (int doubled = 0; doubled < 2; doubled++) {
        arrays a;
        fill(&a, 0);
        const views v = wrap(&a, kinds[kind]);
        must(vf_take_kinds(&all, one, many, steps, doubled, choices[choice], v.mask, v.narrow, v.count, v.positive,
                           v.wide, v.x));
        fetch_and_discard(&v);
        expect_results(&a, 0, kinds[kind], doubled, choices[choice]);
      }
}

static void sets_of_each_type_meet_in_one_call(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    static arrays a[PARTS];
    vf_view *parts[6][PARTS];
    vf_set *sets[6];
    vf_box boxes[PARTS];
    views v[PARTS];
    for (int p = 0; p < PARTS; p++) {
      boxes[p] = line(1, LENGTH);
      fill(&a[p], p);
      v[p] = wrap(&a[p], kinds[kind]);
      vf_view *const all[] = { v[p].mask, v[p].narrow, v[p].count, v[p].positive, v[p].wide, v[p].x };
      for (int i = 0; i < 6; i++) parts[i][p] = all[i];
    }
    for (int i = 0; i < 6; i++) must(vf_set_wrap(NULL, boxes, PARTS, parts[i], "set", &sets[i]));
    must(vf_take_kinds_boxes(boxes, PARTS, one, many, steps, true, vf_take_kinds_first, sets[0], sets[1], sets[2],
                             sets[3], sets[4], sets[5]));
    for (int i = 0; i < 6; i++) discard(sets[i]);
    for (int p = 0; p < PARTS; p++) {
      fetch_and_discard(&v[p]);
      expect_results(&a[p], p, kinds[kind], true, vf_take_kinds_first);
    }
  }
}

/* Without a real array the call computes in doubles. */
static void arrays_of_fixed_kinds_alone_are_computed_in_double(void **state)
{
  (void)state;
  const vf_box all = line(1, LENGTH);
  arrays a;
  fill(&a, 1);
  const views v = wrap(&a, VF_REAL64);
  must(vf_widen(&all, v.narrow, v.wide, 0.1));
  fetch_and_discard(&v);
  for (int c = 0; c < LENGTH; c++) assert_true(a.wide[c] == a.narrow[c] * 0.1);
}

static void numbers_that_are_no_option_are_refused(void **state)
{
  (void)state;
  const vf_box all = line(1, LENGTH);
  static const int wrong[] = { -3, -1, 1, 6, 9, INT32_MAX };
  arrays a, before;
  fill(&a, 0);
  before = a;
  const views v = wrap(&a, VF_REAL64);
  for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
    char words[200];
    snprintf(words, sizeof words,
             "vf_take_kinds: choice is %d; it may be vf_take_kinds_none (0), vf_take_kinds_first (7), "
             "vf_take_kinds_second (8), vf_take_kinds_last (-2)",
             wrong[w]);
    refused(vf_take_kinds(&all, one, many, steps, true, wrong[w], v.mask, v.narrow, v.count, v.positive, v.wide, v.x),
            VF_ERROR_ARGUMENT, words);
  }
  fetch_and_discard(&v);
  assert_memory_equal(&a, &before, sizeof a);
}

static void arrays_of_another_type_are_refused(void **state)
{
  (void)state;
  const vf_box all = line(1, LENGTH);
  arrays a;
  fill(&a, 0);
  const views v = wrap(&a, VF_REAL64);
  refused(vf_take_kinds(&all, one, many, steps, true, 0, v.wide, v.narrow, v.count, v.positive, v.wide, v.x),
          VF_ERROR_KIND, "'wide' (argument mask) is real64; the kernel takes logical32");
  refused(vf_take_kinds(&all, one, many, steps, true, 0, v.mask, v.wide, v.count, v.positive, v.wide, v.x),
          VF_ERROR_KIND, "'wide' (argument narrow) is real64; the kernel takes real32");
  refused(vf_take_kinds(&all, one, many, steps, true, 0, v.mask, v.narrow, v.mask, v.positive, v.wide, v.x),
          VF_ERROR_KIND, "'mask' (argument count) is logical32; the kernel takes int64");
  refused(vf_take_kinds(&all, one, many, steps, true, 0, v.mask, v.narrow, v.count, v.positive, v.narrow, v.x),
          VF_ERROR_KIND, "'narrow' (argument wide) is real32; the kernel takes real64");
  refused(vf_take_kinds(&all, one, many, steps, true, 0, v.mask, v.narrow, v.count, v.positive, v.wide, v.mask),
          VF_ERROR_KIND, "'mask' (argument x) is logical32; the kernel takes real32 or real64");
  refused(vf_take_kinds(&all, NULL, many, steps, true, 0, v.mask, v.narrow, v.count, v.positive, v.wide, v.x),
          VF_ERROR_NULL, "vf_take_kinds: one is NULL");
  refused(vf_take_kinds(&all, one, many, NULL, true, 0, v.mask, v.narrow, v.count, v.positive, v.wide, v.x),
          VF_ERROR_NULL, "vf_take_kinds: steps is NULL");
  fetch_and_discard(&v);
}

static const struct CMUnitTest tests[] = {
  claim(constants_have_the_numbers_of_the_file), claim(elements_of_each_type_meet_in_one_call),
  claim(sets_of_each_type_meet_in_one_call),     claim(arrays_of_fixed_kinds_alone_are_computed_in_double),
  claim(numbers_that_are_no_option_are_refused), claim(arrays_of_another_type_are_refused),
};
RUN("kinds", tests)
