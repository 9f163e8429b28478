/* Checked calls on selections of an array. Originals get a selection without gaps. The report names differing elements
 * and stray writes by axis, and the call changes nothing else. */
#include "checking.h"

#include <stdio.h>
#include <stdlib.h>

#include <modes_kernels_kernels.h>
#include <viewfab/routine.h>

enum { POINTS = 4, LEVELS = 3, TIMES = 3, ELEMENTS = 60, ALL = POINTS * LEVELS * TIMES * ELEMENTS };

static double values[ALL];
static const int64_t shape[5] = { 2, 2, LEVELS, TIMES, ELEMENTS };
static const int first[5] = { 1, 1, 0, -1, 11 };
static const vf_box all = { { 1, 0, 11 }, { POINTS, LEVELS - 1, 11 + ELEMENTS - 1 } };

static vf_view *field, *now, *old; /* all time levels, level 0, level 1 */

static int time_of(int element) { return element / (POINTS * LEVELS) % TIMES - 1; }

static void fill(void)
{
  for (int v = 0; v < ALL; v++) values[v] = 1 + v / 4096.0;
}

static void take(void)
{
  fill();
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 5, shape, first, "i j k t e", "dp3d", VF_WRAP_DISTINCT, &field));
  must(vf_view_select(field, "t", 0, &now));
  must(vf_view_select(field, "t", 1, &old));
}

/* The expected values after a copy of level 0 to level 1, except in one element. */
static void expect_copied(int other)
{
  must(vf_view_to_host(field, VF_READ));
  for (int v = 0; v < ALL; v++) {
    const int from = time_of(v) == 1 ? v - POINTS * LEVELS : v;
    if (v != other) assert_true(values[v] == 1 + from / 4096.0);
  }
}

/* The number of an element in the selection, as an original counts it, and in the whole array. */
static int part_cell(int point, int level, int element) { return point + POINTS * (level + LEVELS * element); }
static int whole_cell(int point, int level, int time, int element)
{
  return point + POINTS * (level + LEVELS * (time + TIMES * element));
}

static void selections_of_one_array_are_source_and_result(void **state)
{
  (void)state;
  take();
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_order("copy", true));
  must(vf_copy(&all, now, old));
  expect_copied(-1);
  expect_verdict(true, 1);
}

static void what_differs_is_named_by_axis(void **state)
{
  (void)state;
  take();
  planted original = plant(part_cell(2, 1, 4), 0.5);
  check_copy(&original);
  must(vf_copy(&all, now, old));
  expect_copied(-1);
  expect_said("'dp3d' differs in 1 of 720 valid cells, worst at (i 1, j 2, k 1, t 1, e 15): port");
  expect_said("'dp3d' at (i 1, j 2, k 1, t 1, e 15), call 1: port");
}

static void original_that_is_kept_or_alone_writes_its_selection(void **state)
{
  (void)state;
  for (int alone = 0; alone <= 1; alone++) {
    take();
    planted original = plant(part_cell(3, 2, 59), 0.5);
    check_copy(&original);
    must(vf_validate_keep("copy", VF_KEEP_ORIGINAL));
    if (alone) must(vf_validate_mode("copy", VF_MODE_ORIGINAL));
    must(vf_copy(&all, now, old));
    const int changed = whole_cell(3, 2, 2, 59);
    expect_copied(changed);
    assert_true(values[changed] == 0.5);
    discard(now);
    discard(old);
    discard(field);
  }
}

static void set(const vf_original_call *call, void *user)
{
  (void)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) *element(&call->arrays[0], i, j, k, 0) = 3;
}

/* A time level has three rows, so a write two rows too far hits another time level. */
static void stray_write_into_another_selection_is_named_by_axis(void **state)
{
  (void)state;
  take();
  must(vf_kernel_set_original(&vf_set_astray_kernel, VF_REAL64, set, NULL));
  must(vf_validate_mode("set_astray", VF_MODE_CHECK));
  must(vf_set_astray(&all, now, 3, 0));
  expect_verdict(true, 1);
  must(vf_set_astray(&all, now, 3, 2));
  expect_said("the port writes 1 elements of 'dp3d' outside the declared map, first (i 2, j 2, k 1, t 1, e 70)");
  expect_not_said("differs in");
  must(vf_kernel_set_original(&vf_set_astray_kernel, VF_REAL64, NULL, NULL));
  must(vf_validate_mode("set_astray", VF_MODE_DEVICE));
}

/* The array is so large, and the call so small, that the check copies only a part of the array. */
static void few_elements_of_a_large_array_are_checked_in_windows(void **state)
{
  (void)state;
  enum { MANY = 1000, LARGE = POINTS * LEVELS * TIMES * MANY };
  const int64_t large[5] = { 2, 2, LEVELS, TIMES, MANY };
  const vf_box some = { { 1, 1, 500 }, { POINTS, LEVELS, 501 } };
  double *elements = malloc(LARGE * sizeof *elements);
  assert_non_null(elements);
  for (int v = 0; v < LARGE; v++) elements[v] = v;
  must(vf_view_wrap_axes(NULL, elements, VF_REAL64, 5, large, NULL, "i j k t e", "large", VF_WRAP_DISTINCT, &field));
  must(vf_view_select(field, "t", 3, &now));
  must(vf_view_select(field, "t", 1, &old));
  planted original = { 0 };
  check_copy(&original);
  for (int call = 0; call < 3; call++) must(vf_copy(&some, now, old));
  expect_verdict(true, 3);
  must(vf_view_to_host(field, VF_READ));
  for (int v = 0; v < LARGE; v++) {
    const int at = v / (POINTS * LEVELS * TIMES);
    const bool copied = v / (POINTS * LEVELS) % TIMES == 0 && (at == 499 || at == 500);
    assert_true(elements[v] == (copied ? v + 2 * POINTS * LEVELS : v));
  }
  plant_also(&original, part_cell(0, 2, 500), 0.5);
  must(vf_copy(&some, now, old));
  expect_said("differs in 1 of 24 valid cells, worst at (i 1, j 1, k 3, t 1, e 501)");
  discard(now);
  discard(old);
  discard(field);
  free(elements);
}

static void original_split(const vf_original_call *call, void *user)
{
  (void)user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
      *element(&call->arrays[1], i, 1, k, 0) = *element(&call->arrays[0], i, 1, k, 0) / 2;
      *element(&call->arrays[2], i, 1, k, 0) = *element(&call->arrays[0], i, 1, k, 0) * 2;
    }
}

/* The first result has all levels; the second result is a single level. */
static void selections_of_two_shapes_are_written_in_one_call(void **state)
{
  (void)state;
  const vf_box rows = { { 1, 1, 11 }, { POINTS, 1, 11 + ELEMENTS - 1 } };
  take();
  vf_view *before = NULL, *layer = NULL;
  must(vf_view_select(field, "t", -1, &before));
  must(vf_view_select(before, "k", 0, &layer));
  must(vf_kernel_set_original(&vf_split_kernel, VF_REAL64, original_split, NULL));
  must(vf_validate_mode("split", VF_MODE_CHECK));
  must(vf_split(&rows, old, now, layer));
  expect_verdict(true, 1);
  must(vf_view_to_host(field, VF_READ));
  const double source = 1 + whole_cell(2, 1, 2, 8) / 4096.0;
  assert_true(values[whole_cell(2, 1, 1, 8)] == source / 2 && values[whole_cell(2, 0, 0, 8)] == source * 2);
  must(vf_kernel_set_original(&vf_split_kernel, VF_REAL64, NULL, NULL));
  must(vf_validate_mode("split", VF_MODE_DEVICE));
}

static void what_a_routine_differs_in_is_named_by_axis(void **state)
{
  (void)state;
  take();
  must(vf_validate_mode("step", VF_MODE_CHECK));
  must(vf_check_begin("step", &field, 1));
  must(vf_fill_value(&all, now, 3));
  while (vf_check_original("step"))
    for (int v = 0; v < ALL; v++)
      if (time_of(v) == 0) values[v] = v == whole_cell(1, 2, 1, 7) ? 4 : 3;
  must(vf_check_end("step"));
  expect_said(
      "'dp3d' differs in 1 of 2160 elements, first at (i 2, j 1, k 2, t 0, e 18), worst at (i 2, j 1, k 2, t 0, e "
      "18): port 3, original 4");
  expect_said("worst absolute 1          at (i 2, j 1, k 2, t 0, e 18), call 1");
  must(vf_validate_mode("step", VF_MODE_DEVICE));
}

static void routine_refuses_a_selection_in_its_list(void **state)
{
  (void)state;
  take();
  must(vf_validate_mode("step", VF_MODE_CHECK));
  refused(vf_check_begin("step", &now, 1), VF_ERROR_ARGUMENT, "vf_check_begin: of 'dp3d' an axis is selected");
  must(vf_validate_mode("step", VF_MODE_DEVICE));
}

static const struct CMUnitTest tests[] = {
  claim(selections_of_one_array_are_source_and_result),
  claim(what_differs_is_named_by_axis),
  claim(original_that_is_kept_or_alone_writes_its_selection),
  claim(stray_write_into_another_selection_is_named_by_axis),
  claim(few_elements_of_a_large_array_are_checked_in_windows),
  claim(selections_of_two_shapes_are_written_in_one_call),
  claim(what_a_routine_differs_in_is_named_by_axis),
  claim(routine_refuses_a_selection_in_its_list),
};
RUN("checked_axes", tests)
