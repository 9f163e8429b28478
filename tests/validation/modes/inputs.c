/* Checked calls over all sorts of boxes, views and arrays. If port and original agree, the report has no finding. If
 * they differ, the report names the right place. Elements outside the call keep their values. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

static void with_original(vf_kernel *kernel, vf_original original, void *user)
{
  must(vf_kernel_set_original(kernel, VF_REAL64, original, user));
  must(vf_validate_mode(kernel->description.name, VF_MODE_CHECK));
}

static void boxes_of_a_call_are_checked_together(void **state)
{
  (void)state;
  const vf_box boxes[4] = { { { -2, 0, 3 }, { 0, 4, 6 } },
                            { { 1, 0, 3 }, { 0, 4, 6 } },
                            { { 2, 2, 4 }, { 2, 2, 4 } },
                            { { 5, 0, 3 }, { 6, 1, 5 } } };
  planted original = { 0 };
  check_copy(&original);
  must(vf_validate_order("copy", true));
  must(vf_copy_boxes(boxes, 4, from, to));
  must(vf_view_to_host(to, VF_READ));
  assert_int_equal(original.calls, 3);
  for (int c = 0; c < CELLS; c++) {
    const int i = c % NX - 2, j = c / NX % NY, k = c / NX / NY + 3;
    const bool owned = i <= 0 || (i == 2 && j == 2 && k == 4) || (i >= 5 && j <= 1 && k <= 5);
    assert_true(target[c] == (owned ? source[c] : -7));
  }
  expect_verdict(true, 1);
  plant_also(&original, cell(2, 2, 4), 3);
  must(vf_copy_boxes(boxes, 4, from, to));
  expect_said("differs in 1 of 73 valid cells, worst at (2, 2, 4)");
}

static void overlapping_boxes_are_checked(void **state)
{
  (void)state;
  const vf_box boxes[2] = { { { -2, 0, 3 }, { 3, 4, 6 } }, { { 0, 0, 3 }, { 6, 4, 6 } } };
  planted original = { 0 };
  check_copy(&original);
  must(vf_copy_boxes(boxes, 2, from, to));
  must(vf_view_to_host(to, VF_READ));
  assert_memory_equal(target, source, sizeof source);
  expect_verdict(true, 1);
}

/* ---- Components ----------------------------------------------------------------------------------------------- */

enum { M = 4, BLOCK = M * M * M };
static double fields[3 * BLOCK], other[3 * BLOCK];
static const int64_t four[4] = { M, M, M, 3 };
static const int four_lower[4] = { 0, 0, 0, 5 };
static const vf_box block = { { 0, 0, 0 }, { M - 1, M - 1, M - 1 } };

static vf_view *component(vf_view *parent, int number)
{
  vf_view *view = NULL;
  must(vf_view_component(parent, number, 1, &view));
  return view;
}

static void fill_fields(void)
{
  for (int c = 0; c < 3 * BLOCK; c++) {
    fields[c] = 1 + c / 256.0;
    other[c] = -7;
  }
}

/* A neighbouring component; user points to the step, +1 or -1. */
static void writes_another_component(const vf_original_call *call, void *user)
{
  original_copy(call, NULL);
  *element(&call->arrays[1], 2, 3, 1, *(const int *)user) = 0.5;
}

static void component_views_are_checked_by_themselves(void **state)
{
  (void)state;
  fill_fields();
  vf_view *all = wrapped(fields, 4, four, four_lower, "fields"),
          *results = wrapped(other, 4, four, four_lower, "other");
  vf_view *x = component(all, 7), *y = component(results, 6);
  with_original(&vf_copy_kernel, original_copy, NULL);
  must(vf_copy(&block, x, y));
  must(vf_view_to_host(results, VF_READ));
  for (int c = 0; c < 3 * BLOCK; c++) assert_true(other[c] == (c / BLOCK == 1 ? fields[c + BLOCK] : -7));
  expect_verdict(true, 1);
  planted wrong = plant(17, 3);
  with_original(&vf_copy_kernel, planting_copy, &wrong);
  must(vf_copy(&block, x, y));
  expect_said("differs in 1 of 64 valid cells, worst at (1, 0, 1) component 6");
  for (int step = -1; step <= 1; step += 2) {
    char words[160];
    must(vf_report_reset());
    with_original(&vf_copy_kernel, writes_another_component, &step);
    must(vf_copy(&block, x, y));
    snprintf(
        words, sizeof words,
        "the original changes 1 elements of 'other' that the port leaves alone, first (2, 3, 1) component %d, all in "
        "components that the view does not have",
        6 + step);
    expect_said(words);
  }
}

static void components_of_one_array_are_source_and_result(void **state)
{
  (void)state;
  fill_fields();
  vf_view *all = wrapped(fields, 4, four, four_lower, "fields");
  vf_view *x = component(all, 5), *half = component(all, 6), *y = component(all, 7);
  with_original(&vf_copy_kernel, original_copy, NULL);
  must(vf_copy(&block, x, y));
  must(vf_axpy(&block, 1, x, half));
  must(vf_view_to_host(all, VF_READ));
  assert_memory_equal(fields + 2 * BLOCK, fields, BLOCK * sizeof(double));
  assert_true(fields[BLOCK + 3] == 1 + 67 / 256.0 + fields[3]);
  expect_verdict(true, 1);
}

static void original_split(const vf_original_call *call, void *user)
{
  const double *errors = user;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double x = *element(&call->arrays[0], i, j, k, 0);
        *element(&call->arrays[1], i, j, k, 0) = x / 2;
        *element(&call->arrays[2], i, j, k, 0) = 2 * x;
      }
  *element(&call->arrays[1], 1, 2, 2, 0) += errors[0];
  *element(&call->arrays[2], 2, 1, 1, 0) += errors[1];
}

static void two_written_components_of_one_array_are_checked(void **state)
{
  (void)state;
  double errors[2] = { 0, 0 };
  fill_fields();
  vf_view *all = wrapped(fields, 4, four, four_lower, "fields");
  vf_view *x = component(all, 5), *half = component(all, 6), *twice = component(all, 7);
  with_original(&vf_split_kernel, original_split, errors);
  must(vf_split(&block, x, half, twice));
  must(vf_view_to_host(all, VF_READ));
  for (int c = 0; c < BLOCK; c++)
    assert_true(fields[c + BLOCK] == fields[c] / 2 && fields[c + 2 * BLOCK] == fields[c] * 2);
  expect_verdict(true, 1);
  errors[0] = 0.25;
  must(vf_split(&block, x, half, twice));
  expect_said("differs in 1 of 128 valid cells, worst at (1, 2, 2) component 6");
  must(vf_report_reset());
  errors[0] = 0;
  errors[1] = 0.25;
  must(vf_split(&block, x, half, twice));
  expect_said("differs in 1 of 128 valid cells, worst at (2, 1, 1) component 7");
}

/* ---- Sections of one array, and arguments in place -------------------------------------------------------------- */

static vf_view *joined(double *first, int64_t extent, int lowest, const char *label)
{
  const int64_t cube[3] = { extent, extent, extent };
  const int corner[3] = { lowest, lowest, lowest };
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, first, VF_REAL64, 3, cube, corner, label, VF_WRAP_JOIN, &view));
  return view;
}

/* The pool holds three sections: x, half (with a ghost layer) and twice. */
enum { X = 5, HALF = X + BLOCK, TWICE = HALF + 216, ALL = TWICE + BLOCK + 3 };
static double pool[ALL];

static void expect_pool(const double *errors)
{
  for (int c = 0; c < ALL; c++) {
    double expected = -7;
    if (c >= X && c < HALF) expected = 1 + c / 256.0;
    if (c >= TWICE && c < TWICE + BLOCK) expected = 2 * (1 + (c - TWICE + X) / 256.0) + (c - TWICE == 22) * errors[1];
    if (c >= HALF && c < TWICE) {
      const int i = (c - HALF) % 6 - 1, j = (c - HALF) / 6 % 6 - 1, k = (c - HALF) / 36 - 1;
      if (i >= 0 && i < M && j >= 0 && j < M && k >= 0 && k < M)
        expected = (1 + (X + i + M * (j + M * k)) / 256.0) / 2 + (i == 1 && j == 2 && k == 2) * errors[0];
    }
    if (pool[c] != expected) fail_msg("element %d is %g, not %g", c, pool[c], expected);
  }
}

static void sections_of_one_array_are_checked_each_with_its_shape(void **state)
{
  (void)state;
  double errors[2] = { 0, 0 };
  const double none[2] = { 0, 0 };
  for (int c = 0; c < ALL; c++) pool[c] = c >= X && c < HALF ? 1 + c / 256.0 : -7;
  vf_view *all = wrapped_line(pool, ALL, "pool");
  vf_view *x = joined(pool + X, M, 0, "x"), *half = joined(pool + HALF, 6, -1, "half");
  vf_view *twice = joined(pool + TWICE, M, 0, "twice");
  with_original(&vf_split_kernel, original_split, errors);
  must(vf_validate_order("split", true));
  for (int round = 0; round < 2; round++) {
    must(vf_split(&block, x, half, twice));
    must(vf_view_to_host(all, VF_READ));
    expect_pool(none);
    must(vf_validate_keep("split", VF_KEEP_ORIGINAL));
  }
  expect_verdict(true, 2);
  errors[0] = 0.25;
  must(vf_split(&block, x, half, twice));
  expect_said("'half' differs in 1 of 64 valid cells, worst at (1, 2, 2)");
  errors[1] = 0.5;
  must(vf_split(&block, x, half, twice));
  expect_said("'twice' differs in 1 of 64 valid cells, worst at (2, 1, 1)");
  must(vf_view_to_host(all, VF_READ));
  expect_pool(errors);
}

static void section_that_is_copied_to_another_is_checked(void **state)
{
  (void)state;
  for (int c = 0; c < ALL; c++) pool[c] = c;
  vf_view *all = wrapped_line(pool, ALL, "pool"), *x = joined(pool + X, M, 0, "x"),
          *y = joined(pool + HALF, 6, -1, "y");
  planted original = plant(100, 0.5);
  check_copy(&original);
  must(vf_copy(&block, x, y));
  expect_said("'y' differs in 1 of 64 valid cells, worst at (3, 3, 1)");
  must(vf_view_to_host(all, VF_READ));
  assert_true(pool[X] == X && pool[HALF] == HALF && pool[HALF + 43] == X && pool[ALL - 1] == ALL - 1);
}

static void original_square(const vf_original_call *call, void *user)
{
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) {
        const double x = *element(&call->arrays[0], i, j, k, 0);
        *element(&call->arrays[1], i, j, k, 0) = x * x + *(const double *)user;
      }
}

/* The call gives the same array for two arguments: the kernel writes the array through the first argument and reads
 * through the second. */
static void arguments_that_are_one_array_are_checked(void **state)
{
  (void)state;
  double error = 0;
  with_original(&vf_square_kernel, original_square, &error);
  must(vf_validate_order("square", true));
  must(vf_square(&inside, from, from));
  must(vf_view_to_host(from, VF_READ));
  for (int c = 0; c < CELLS; c++) {
    const int i = c % NX - 2, j = c / NX % NY, k = c / NX / NY + 3;
    const bool owned = i >= -1 && i <= 5 && j >= 1 && j <= 3 && k >= 4 && k <= 5;
    const double x = 1 + (c * 37 % CELLS) / (double)CELLS;
    assert_true(source[c] == (owned ? x * x : x));
  }
  expect_verdict(true, 1);
  error = 1;
  must(vf_square(&inside, from, from));
  expect_said("'from' differs in 42 of 42 valid cells");
}

static int close_inputs(void **state)
{
  vf_kernel *const kernels[] = { &vf_split_kernel, &vf_square_kernel };
  for (int k = 0; k < 2; k++) {
    must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
    must(vf_validate_keep(kernels[k]->description.name, VF_KEEP_PORT));
    must(vf_validate_order(kernels[k]->description.name, false));
  }
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_inputs)

static const struct CMUnitTest tests[] = {
  claim(boxes_of_a_call_are_checked_together),
  claim(overlapping_boxes_are_checked),
  claim(component_views_are_checked_by_themselves),
  claim(components_of_one_array_are_source_and_result),
  claim(two_written_components_of_one_array_are_checked),
  claim(sections_of_one_array_are_checked_each_with_its_shape),
  claim(section_that_is_copied_to_another_is_checked),
  claim(arguments_that_are_one_array_are_checked),
};
RUN("inputs", tests)
