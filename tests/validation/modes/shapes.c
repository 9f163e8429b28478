/* Checked calls on arrays of every rank and type, and under every map. */
#include "checking.h"

#include <stdio.h>

#include <modes_kernels_kernels.h>

static void with_original(vf_kernel *kernel, vf_original original, void *user)
{
  must(vf_kernel_set_original(kernel, VF_REAL64, original, user));
  must(vf_validate_mode(kernel->description.name, VF_MODE_CHECK));
}

/* A copy between arrays of this shape. The original is wrong in the last element. */
static void check_shape(int rank, const int64_t *sizes)
{
  double x[64], y[64];
  vf_box box = { { 1, 1, 1 }, { 1, 1, 1 } };
  int count = 1;
  for (int d = 0; d < rank; d++) {
    if (d < 3) box.upper[d] = (int)sizes[d];
    count *= (int)sizes[d];
  }
  for (int c = 0; c < count; c++) {
    x[c] = c + 0.5;
    y[c] = -7;
  }
  planted original = { 0 };
  vf_view *in = wrapped(x, rank, sizes, NULL, "in"), *out = wrapped(y, rank, sizes, NULL, "out");
  must(vf_report_reset());
  check_copy(&original);
  must(vf_validate_order("copy", true));
  must(vf_copy(&box, in, out));
  must(vf_view_to_host(out, VF_READ));
  assert_memory_equal(x, y, (size_t)count * sizeof(double));
  expect_verdict(true, 1);
  plant_also(&original, count - 1, 0);
  must(vf_copy(&box, in, out));
  char words[128];
  snprintf(words, sizeof words, "'out' differs in 1 of %d valid cells, worst at (%d, %d, %d)", count, box.upper[0],
           box.upper[1], box.upper[2]);
  expect_said(words);
  discard(in);
  discard(out);
}

static void arrays_of_any_rank_and_extent_are_checked(void **state)
{
  (void)state;
  check_shape(1, (const int64_t[]){ 13 });
  check_shape(1, (const int64_t[]){ 1 });
  check_shape(2, (const int64_t[]){ 5, 7 });
  check_shape(2, (const int64_t[]){ 1, 9 });
  check_shape(3, (const int64_t[]){ 1, 1, 6 });
  check_shape(3, (const int64_t[]){ 1, 4, 3 });
  check_shape(3, (const int64_t[]){ 6, 1, 2 });
  check_shape(4, (const int64_t[]){ 3, 2, 2, 5 });
  check_shape(4, (const int64_t[]){ 1, 1, 1, 4 });
}

/* With one element in x, all cells of a row have the same colour. */
static void colours_of_arrays_with_one_element_in_x_are_checked(void **state)
{
  (void)state;
  double phi[3 * 6 * 5], rhs[4 * 3];
  const int64_t around[3] = { 3, 6, 5 }, inner[3] = { 1, 4, 3 };
  const int phi_lower[3] = { -4, -1, 2 }, rhs_lower[3] = { -3, 0, 3 };
  const vf_box box = { { -3, 0, 3 }, { -3, 3, 5 } };
  for (int c = 0; c < 3 * 6 * 5; c++) phi[c] = c % 7;
  for (int c = 0; c < 4 * 3; c++) rhs[c] = c % 5;
  vf_view *p = wrapped(phi, 3, around, phi_lower, "phi"), *r = wrapped(rhs, 3, inner, rhs_lower, "rhs");
  with_original(&vf_gsrb_poisson_kernel, original_gsrb_poisson, NULL);
  for (int colour = 0; colour < 2; colour++) must(vf_gsrb_poisson(&box, p, r, 0.5, colour));
  expect_verdict(true, 2);
  expect_said("of colour 0: 6 compared");
  expect_said("of colour 1: 6 compared");
  discard(p);
  discard(r);
}

static void views_without_elements_are_no_checked_call(void **state)
{
  (void)state;
  const int64_t none[3] = { 0, 4, 3 };
  const vf_box box = { { 1, 1, 1 }, { 0, 4, 3 } };
  planted original = { 0 };
  vf_view *x = wrapped(NULL, 3, none, NULL, "x"), *y = wrapped(NULL, 3, none, NULL, "y");
  check_copy(&original);
  must(vf_copy(&box, x, y));
  expect_nothing_checked();
  discard(x);
  discard(y);
}

/* ---- Integer arrays ------------------------------------------------------------------------------------------- */

static int mark[CELLS], visits[CELLS];

static void original_count(const vf_original_call *call, void *user)
{
  const int *marks = call->arrays[0].first;
  int *counts = call->arrays[2].first;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++) counts[cell(i, j, k)] += marks[cell(i, j, k)] != 0;
  counts[cell(2, 2, 4)] += *(const int *)user;
}

static vf_view *wrapped_integers(int *array, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap(NULL, array, VF_INT32, 3, extents, lower, label, VF_WRAP_DISTINCT, &view));
  return view;
}

/* Four more would be within four ULP of a real number. For an integer no difference is rounding. */
static void integers_have_to_be_equal(void **state)
{
  (void)state;
  const vf_tolerance wide = { 100, 1, 1, 100 };
  vf_view *marks = wrapped_integers(mark, "mark"), *counts = wrapped_integers(visits, "visits");
  int error = 0;
  for (int c = 0; c < CELLS; c++) mark[c] = c % 3 != 0;
  with_original(&vf_count_marked_kernel, original_count, &error);
  must(vf_count_marked(&inside, marks, from, counts));
  must(vf_view_to_host(counts, VF_READ));
  for (int c = 0; c < CELLS; c++) {
    const int i = c % NX - 2, j = c / NX % NY, k = c / NX / NY + 3;
    assert_int_equal(visits[c], i >= -1 && i <= 5 && j >= 1 && j <= 3 && k >= 4 && k <= 5 && c % 3 != 0);
  }
  expect_verdict(true, 1);
  for (int round = 0; round < 2; round++) {
    must(vf_report_reset());
    error = round ? 4 : 1;
    must(vf_validate_tolerance("count_marked", round ? &wide : NULL));
    must(vf_count_marked(&inside, marks, from, counts));
    expect_said("'visits' differs in 1 of 42 valid cells, worst at (2, 2, 4): port ");
  }
  must(vf_validate_tolerance("count_marked", NULL));
}

/* Sets an element of its input, which it must only read; a second run sets the same value again. */
static void original_marks(const vf_original_call *call, void *user)
{
  original_count(call, user);
  ((int *)call->arrays[0].first)[cell(3, 1, 5)] = 7;
}

static void original_that_sets_an_integer_input_is_told_from_the_port(void **state)
{
  (void)state;
  int error = 0;
  for (int c = 0; c < CELLS; c++) mark[c] = c % 3 != 0;
  vf_view *marks = wrapped_integers(mark, "mark"), *counts = wrapped_integers(visits, "visits");
  with_original(&vf_count_marked_kernel, original_marks, &error);
  must(vf_count_marked(&inside, marks, from, counts));
  expect_said("WRONG (call 1) count_marked: the original changes 'mark' (argument mark), which it only reads");
  expect_not_said("the port changes");
}

/* ---- Maps ----------------------------------------------------------------------------------------------------- */

static void original_face_means(const vf_original_call *call, void *user)
{
  const int d = call->selector;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *element(&call->arrays[1], i, j, k, 0) =
            (*element(&call->arrays[0], i - (d == 0), j - (d == 1), k - (d == 2), 0) +
             *element(&call->arrays[0], i, j, k, 0)) /
            2;
  *element(&call->arrays[1], 2, 3, 5, 0) += *(const double *)user;
}

static void faces_are_checked_in_each_direction(void **state)
{
  (void)state;
  double error = 0;
  with_original(&vf_face_means_kernel, original_face_means, &error);
  for (int direction = 0; direction < 3; direction++) {
    vf_box faces = inside;
    faces.upper[direction]++;
    must(vf_report_reset());
    error = 0;
    must(vf_validate_order("face_means", true));
    must(vf_face_means(&faces, from, to, direction));
    must(vf_view_to_host(to, VF_READ));
    assert_true(target[0] == -7 && target[CELLS - 1] == -7 && target[cell(6, 4, 5)] == -7);
    expect_verdict(true, 1);
    error = 1;
    must(vf_face_means(&faces, from, to, direction));
    expect_said("worst at (2, 3, 5)");
  }
}

static void original_move_by(const vf_original_call *call, void *user)
{
  const int *offset = call->values[2].integers;
  for (int k = call->box.lower[2]; k <= call->box.upper[2]; k++)
    for (int j = call->box.lower[1]; j <= call->box.upper[1]; j++)
      for (int i = call->box.lower[0]; i <= call->box.upper[0]; i++)
        *element(&call->arrays[1], i + offset[0], j + offset[1], k + offset[2], 0) =
            *element(&call->arrays[0], i, j, k, 0);
  *element(&call->arrays[1], 2, 1, 5, 0) += *(const double *)user;
}

static void shifted_results_are_checked_where_they_are(void **state)
{
  (void)state;
  const int offset[3] = { 1, -1, 1 };
  double error = 0;
  with_original(&vf_move_by_kernel, original_move_by, &error);
  must(vf_move_by(&inside, from, to, offset));
  must(vf_view_to_host(to, VF_READ));
  assert_true(target[cell(0, 0, 5)] == source[cell(-1, 1, 4)] && target[cell(-1, 1, 4)] == -7);
  expect_verdict(true, 1);
  error = 1;
  must(vf_move_by(&inside, from, to, offset));
  expect_said("'to' differs in 1 of 42 valid cells, worst at (2, 1, 5)");
}

static int close_shapes(void **state)
{
  vf_kernel *const kernels[] = { &vf_gsrb_poisson_kernel, &vf_count_marked_kernel, &vf_face_means_kernel,
                                 &vf_move_by_kernel };
  for (int k = 0; k < 4; k++) must(vf_validate_mode(kernels[k]->description.name, VF_MODE_DEVICE));
  return close_checking(state);
}
#undef claim
#define claim(name) cmocka_unit_test_setup_teardown(name, open_checking, close_shapes)

static const struct CMUnitTest tests[] = {
  claim(arrays_of_any_rank_and_extent_are_checked),
  claim(colours_of_arrays_with_one_element_in_x_are_checked),
  claim(views_without_elements_are_no_checked_call),
  claim(integers_have_to_be_equal),
  claim(original_that_sets_an_integer_input_is_told_from_the_port),
  claim(faces_are_checked_in_each_direction),
  claim(shifted_results_are_checked_where_they_are),
};
RUN("shapes", tests)
