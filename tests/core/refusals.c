/* Calls with wrong arguments. Each call is refused with a text and changes nothing, and the corrected call works. */
#include "common.h"

enum { N = 6, CELLS = N * N * N };
static double first[2 * CELLS], second[2 * CELLS];
static const int64_t extents[4] = { N, N, N, 2 };
static const int lower[4] = { -2, 0, 10, 0 };
static const vf_box all = { { -2, 0, 10 }, { 3, 5, 15 } };

static vf_view *x, *y;

/* Two fields of two components. */
static void wrap_fields(void)
{
  for (int c = 0; c < 2 * CELLS; c++) {
    first[c] = c;
    second[c] = -c;
  }
  x = wrapped(first, 4, extents, lower, "first");
  y = wrapped(second, 4, extents, lower, "second");
}

/* Both arrays hold their first values on both sides. */
static void expect_intact(void)
{
  must(vf_view_to_host(x, VF_READ));
  must(vf_view_to_host(y, VF_READ));
  for (int c = 0; c < 2 * CELLS; c++) assert_true(first[c] == c && second[c] == -c);
  assert_true(norm(&all, x) == 2 * CELLS - 1 && norm(&all, y) == 2 * CELLS - 1);
}

static void release_fields(void)
{
  discard(x);
  discard(y);
}

/* The text has the box, the needed elements, the label and its range, in the caller's indices. */
static void box_outside_a_view_is_refused_with_the_callers_indices(void **state)
{
  (void)state;
  wrap_fields();
  for (int d = 0; d < 3; d++)
    for (int low = 0; low <= 1; low++) {
      vf_box box = all;
      if (low) box.lower[d]--;
      else box.upper[d]++;
      refused(vf_fill_value(&box, x, 1), VF_ERROR_BOX, "which spans (-2:3, 0:5, 10:15)");
      refused(vf_copy(&box, x, y), VF_ERROR_BOX, "'first'");
    }
  const vf_box right = { { -2, 0, 10 }, { 4, 5, 15 } };
  refused(vf_fill_value(&right, x, 1), VF_ERROR_BOX, "box (-2:4, 0:5, 10:15)");
  /* a stencil reaches a cell further than the box */
  vf_view *phi = NULL, *rhs = NULL;
  must(vf_view_component(x, 0, 1, &phi));
  must(vf_view_component(y, 0, 1, &rhs));
  refused(vf_gsrb_poisson(&all, phi, rhs, 0.5, 0), VF_ERROR_BOX, "needs elements (-3:4, -1:6, 9:16) of 'first'");
  const vf_box last[2] = { all, right };
  refused(vf_fill_value_boxes(last, 2, x, 1), VF_ERROR_BOX, "'first'");
  const vf_box far = { { -2147483647 - 1, 0, 10 }, { 2147483647, 5, 15 } };
  refused(vf_gsrb_poisson(&far, phi, rhs, 0.5, 0), VF_ERROR_BOX, "'first'");
  expect_intact();
  const vf_box inside = { { -1, 1, 11 }, { 2, 4, 14 } };
  must(vf_gsrb_poisson(&inside, phi, rhs, 0.5, 0));
  must(vf_view_release(&phi, false));
  must(vf_view_release(&rhs, false));
  release_fields();
}

/* Between levels a coarse box needs exactly its children, by floor division. */
static void coarse_and_fine_views_that_do_not_match_are_refused(void **state)
{
  (void)state;
  static double fine[CELLS], coarse[27], short_fine[5 * N * N];
  const int64_t fine_extents[3] = { N, N, N }, coarse_extents[3] = { 3, 3, 3 }, short_extents[3] = { 5, N, N };
  const int fine_lower[3] = { -4, 0, 2 }, coarse_lower[3] = { -2, 0, 1 };
  const vf_box box = { { -2, 0, 1 }, { 0, 2, 3 } };
  for (int c = 0; c < CELLS; c++) fine[c] = 8;
  vf_view *f = wrapped(fine, 3, fine_extents, fine_lower, "fine");
  vf_view *c = wrapped(coarse, 3, coarse_extents, coarse_lower, "coarse");
  vf_view *s = wrapped(short_fine, 3, short_extents, fine_lower, "short");
  refused(vf_average(&box, s, c), VF_ERROR_BOX, "needs elements (-4:1, 0:5, 2:7) of 'short'");
  refused(vf_interp(&box, c, s), VF_ERROR_BOX, "which spans (-4:0, 0:5, 2:7)");
  refused(vf_average(&box, c, f), VF_ERROR_BOX, "'coarse'");
  must(vf_view_to_host(c, VF_READ));
  for (int i = 0; i < 27; i++) assert_true(coarse[i] == 0);
  must(vf_average(&box, f, c));
  must(vf_interp(&box, c, f));
  assert_true(norm(&box, c) == 8);
  must(vf_view_to_host(f, VF_READ));
  for (int i = 0; i < CELLS; i++) assert_true(fine[i] == 16);
  discard(f);
  discard(c);
  discard(s);
}

/* Real arrays of a call have the same kind, and integer arrays are for kernels that take integers. */
static void mixed_and_unsupported_kinds_are_refused(void **state)
{
  (void)state;
  static float single[2 * CELLS];
  static int whole_numbers[2 * CELLS];
  vf_view *real32 = NULL, *int32 = NULL;
  wrap_fields();
  must(vf_view_wrap(NULL, single, VF_REAL32, 4, extents, lower, "single", VF_WRAP_DISTINCT, &real32));
  must(vf_view_wrap(NULL, whole_numbers, VF_INT32, 4, extents, lower, "whole", VF_WRAP_DISTINCT, &int32));
  refused(vf_copy(&all, x, real32), VF_ERROR_KIND, "'first' is real64 and 'single' is real32");
  refused(vf_fill_value(&all, int32, 1), VF_ERROR_KIND, "'whole' (argument x) is int32");
  expect_intact();
  must(vf_fill_value(&all, real32, 1));
  discard(real32);
  discard(int32);
  release_fields();
}

static void components_that_do_not_agree_are_refused(void **state)
{
  (void)state;
  vf_view *part = NULL, *wrong = NULL;
  wrap_fields();
  must(vf_view_component(y, 1, 1, &part));
  refused(vf_copy(&all, x, part), VF_ERROR_COMPONENT, "'first' has 2 components and 'second' has 1");
  const int ranges[6][2] = { { -1, 1 }, { 0, 3 }, { 2, 1 }, { 0, 0 }, { 1, -1 }, { 1, 2147483647 } };
  for (int r = 0; r < 6; r++) {
    refused(vf_view_component(y, ranges[r][0], ranges[r][1], &wrong), VF_ERROR_COMPONENT, "'second'");
    assert_null(wrong);
  }
  refused(vf_view_component(part, 0, 1, &wrong), VF_ERROR_COMPONENT, "which has 1:1");
  expect_intact();
  must(vf_view_component(x, 0, 1, &wrong));
  must(vf_copy(&all, wrong, part));
  must(vf_view_release(&wrong, false));
  must(vf_view_release(&part, false));
  release_fields();
}

static void missing_arguments_are_refused(void **state)
{
  (void)state;
  double result = 12;
  wrap_fields();
  refused(vf_copy(&all, NULL, y), VF_ERROR_NULL, "vf_copy, argument source");
  refused(vf_copy(&all, x, NULL), VF_ERROR_NULL, "argument destination");
  refused(vf_copy(NULL, x, y), VF_ERROR_NULL, "box");
  refused(vf_fill_value_boxes(&all, -1, x, 1), VF_ERROR_ARGUMENT, "-1 boxes");
  refused(vf_norm_max(&all, x, NULL), VF_ERROR_NULL, "result");
  refused(vf_norm_max(&all, NULL, &result), VF_ERROR_NULL, "argument x");
  refused(vf_dot_boxes(&all, 1, x, y, NULL, NULL), VF_ERROR_NULL, "result");
  refused(vf_view_to_host(NULL, VF_READ), VF_ERROR_NULL, "not set");
  refused(vf_view_to_host(x, (vf_intent)7), VF_ERROR_ARGUMENT, "intent 7");
  refused(vf_view_mark_written(x, (vf_side)5), VF_ERROR_ARGUMENT, "side 5");
  assert_true(result == 12);
  expect_intact();
  must(vf_dot(&all, x, y, &result));
  release_fields();
}

static void colour_out_of_range_is_refused(void **state)
{
  (void)state;
  const vf_box inside = { { -1, 1, 11 }, { 2, 4, 14 } };
  wrap_fields();
  refused(vf_gsrb_poisson(&inside, x, y, 0.5, 2), VF_ERROR_ARGUMENT, "colour 2");
  refused(vf_gsrb_poisson(&inside, x, y, 0.5, -1), VF_ERROR_ARGUMENT, "colour -1");
  expect_intact();
  must(vf_gsrb_poisson(&inside, x, y, 0.5, 1));
  release_fields();
}

/* A call may not read through an argument the elements that it writes through another argument. */
static void same_elements_read_and_written_are_refused(void **state)
{
  (void)state;
  vf_view *twin = NULL, *component = NULL;
  double result = 0;
  wrap_fields();
  must(vf_view_wrap(NULL, first, VF_REAL64, 4, extents, lower, "twin", VF_WRAP_JOIN, &twin));
  must(vf_view_component(x, 1, 1, &component));
  const vf_box inside = { { -1, 1, 11 }, { 2, 4, 14 } };
  refused(vf_copy(&all, x, x), VF_ERROR_ALIAS, "'first'");
  refused(vf_copy(&all, x, twin), VF_ERROR_ALIAS, "'twin'");
  refused(vf_gsrb_poisson(&inside, component, component, 1, 0), VF_ERROR_ALIAS, "share elements");
  expect_intact();
  must(vf_dot(&all, x, x, &result)); /* reading twice is fine */
  must(vf_copy(&all, x, y));
  must(vf_view_release(&twin, false));
  must(vf_view_release(&component, false));
  release_fields();
}

/* The components of an array are apart, and so are the boxes of several calls. */
static void components_of_one_array_are_read_and_written(void **state)
{
  (void)state;
  vf_view *one = NULL, *two = NULL;
  wrap_fields();
  must(vf_view_component(x, 0, 1, &one));
  must(vf_view_component(x, 1, 1, &two));
  must(vf_copy(&all, one, two));
  must(vf_view_to_host(x, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(first[c] == c && first[CELLS + c] == c);
  must(vf_view_release(&one, false));
  must(vf_view_release(&two, false));
  release_fields();
}

/* Parts of an array that do not meet, wrapped as separate views. */
static void slabs_of_one_array_are_read_and_written(void **state)
{
  (void)state;
  vf_view *low = NULL, *high = NULL, *middle = NULL;
  const int64_t slab[3] = { N, N, 3 };
  wrap_fields();
  must(vf_view_wrap(NULL, first, VF_REAL64, 3, slab, NULL, "low", VF_WRAP_JOIN, &low));
  must(vf_view_wrap(NULL, first + CELLS / 2, VF_REAL64, 3, slab, NULL, "high", VF_WRAP_JOIN, &high));
  must(vf_view_wrap(NULL, first + N * N, VF_REAL64, 3, slab, NULL, "middle", VF_WRAP_JOIN, &middle));
  const vf_box box = { { 1, 1, 1 }, { N, N, 3 } };
  refused(vf_copy(&box, low, middle), VF_ERROR_ALIAS, "'middle'");
  expect_intact();
  must(vf_copy(&box, low, high));
  must(vf_view_to_host(x, VF_READ));
  for (int c = 0; c < CELLS / 2; c++) assert_true(first[CELLS / 2 + c] == c);
  must(vf_view_release(&low, false));
  must(vf_view_release(&high, false));
  must(vf_view_release(&middle, false));
  release_fields();
}

static void views_of_two_contexts_are_refused(void **state)
{
  (void)state;
  static double elsewhere[2 * CELLS], number[1];
  const int64_t one = 1;
  vf_context *other = NULL;
  vf_view *foreign = NULL, *result = NULL;
  wrap_fields();
  must(vf_context_create(NULL, &other));
  must(vf_view_wrap(other, elsewhere, VF_REAL64, 4, extents, lower, "foreign", VF_WRAP_DISTINCT, &foreign));
  must(vf_view_wrap(other, number, VF_REAL64, 1, &one, NULL, "result", VF_WRAP_DISTINCT, &result));
  refused(vf_copy(&all, x, foreign), VF_ERROR_CONTEXT, "'foreign'");
  refused(vf_norm_max_boxes(&all, 1, x, NULL, result), VF_ERROR_CONTEXT, "'result'");
  expect_intact();
  must(vf_norm_max_boxes(&all, 1, foreign, NULL, result));
  must(vf_context_destroy(other));
  refused(vf_fill_value(&all, foreign, 1), VF_ERROR_NULL, "released");
  release_fields();
}

static const struct CMUnitTest tests[] = {
  claim(box_outside_a_view_is_refused_with_the_callers_indices),
  claim(coarse_and_fine_views_that_do_not_match_are_refused),
  claim(mixed_and_unsupported_kinds_are_refused),
  claim(components_that_do_not_agree_are_refused),
  claim(missing_arguments_are_refused),
  claim(colour_out_of_range_is_refused),
  claim(same_elements_read_and_written_are_refused),
  claim(components_of_one_array_are_read_and_written),
  claim(slabs_of_one_array_are_read_and_written),
  claim(views_of_two_contexts_are_refused),
};
RUN("refusals", tests)
