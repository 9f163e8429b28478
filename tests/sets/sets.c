/* Kernels on sets: the same values as on a single array over the domain, in a single launch. The data of a set moves
 * together. */
#include "boxes.h"

#include <viewfab/smooth.h>

typedef struct pair {
  vf_set *set;
  vf_view *whole;
  int box;
} pair;

static void same_cell(int i, int j, int k, void *data)
{
  const pair *p = data;
  for (int n = 0; n < COMPONENTS; n++) {
    const double is = *element(p->set, p->box, i, j, k, n), wanted = *whole_element(p->whole, i, j, k, n);
    if (is != wanted)
      fail_msg("box %d, cell (%d, %d, %d), component %d: %.17g, not %.17g", p->box, i, j, k, n, is, wanted);
  }
}

/* The cells of all boxes have the values of the single array. */
static void expect_same(vf_set *set, vf_view *whole)
{
  must(vf_view_to_host(set, VF_READ));
  must(vf_view_to_host(whole, VF_READ));
  for (int b = 0; b < BOXES; b++) {
    pair p = { set, whole, b };
    each_cell(&boxes[b], same_cell, &p);
  }
}

static void kernel_on_a_set_gives_what_it_gives_on_one_array(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x"), *y = filled_set(-0.5, "y");
  vf_view *whole_x = filled_whole(1, "whole x"), *whole_y = filled_whole(-0.5, "whole y");
  must(vf_axpy_boxes(boxes, BOXES, 3.25, x, y));
  must(vf_axpy(&domain, 3.25, whole_x, whole_y));
  expect_same(y, whole_y);
  discard(x);
  discard(y);
  discard(whole_x);
  discard(whole_y);
}

static void colours_are_those_of_the_global_index(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x"), *rhs = filled_set(2, "rhs");
  vf_view *whole_x = filled_whole(1, "whole x"), *whole_rhs = filled_whole(2, "whole rhs");
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_NEUMANN;
  for (int colour = 0; colour < 2; colour++) {
    must(vf_set_fill_ghosts(x, NULL, 1, &domain, &sides));
    must(vf_gsrb_poisson_boxes(boxes, BOXES, x, rhs, 0.5, colour));
    must(vf_fill_ghosts(&domain, whole_x, &sides));
    must(vf_gsrb_poisson(&domain, whole_x, whole_rhs, 0.5, colour));
  }
  expect_same(x, whole_x);
  discard(x);
  discard(rhs);
  discard(whole_x);
  discard(whole_rhs);
}

static void smooth_of_a_set_is_that_of_the_domain(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x"), *rhs = filled_set(2, "rhs");
  vf_view *whole_x = filled_whole(1, "whole x"), *whole_rhs = filled_whole(2, "whole rhs");
  const vf_boundary sides = {
    .order = 2, .kind = { VF_DIRICHLET, VF_NEUMANN, VF_PERIODIC, VF_DIRICHLET, VF_REFLECT_ODD, VF_PERIODIC }
  };
  must(vf_smooth_poisson(&domain, x, rhs, NULL, 0.5, &sides, 2));
  for (int half = 0; half < 4; half++) {
    must(vf_fill_ghosts(&domain, whole_x, &sides));
    must(vf_gsrb_poisson(&domain, whole_x, whole_rhs, 0.5, half % 2));
  }
  expect_same(x, whole_x);
  discard(x);
  discard(rhs);
  discard(whole_x);
  discard(whole_rhs);
}

/* The list of boxes fixes the tree of a reduction, for cells in a single array as for cells in many arrays. */
static void reduction_has_the_bits_of_the_same_boxes_on_one_array(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  vf_view *whole = filled_whole(1, "whole");
  double of_set = 0, of_whole = 1;
  must(vf_sum_boxes(boxes, BOXES, x, &of_set, NULL));
  must(vf_sum_boxes(boxes, BOXES, whole, &of_whole, NULL));
  assert_true(of_set == of_whole);
  must(vf_norm_max_boxes(boxes, BOXES, x, &of_set, NULL));
  must(vf_norm_max_boxes(boxes, BOXES, whole, &of_whole, NULL));
  assert_true(of_set == of_whole && of_set > 0);
  discard(x);
  discard(whole);
}

static void result_of_a_reduction_may_stay_on_the_device(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  double read = 0, stays = -1;
  vf_view *result = wrapped_line(&stays, 1, "result");
  must(vf_dot_boxes(boxes, BOXES, x, x, &read, NULL));
  must(vf_dot_boxes(boxes, BOXES, x, x, NULL, result));
  must(vf_view_to_host(result, VF_READ));
  assert_true(stays == read && read > 0);
  discard(result);
  discard(x);
}

static void call_is_one_launch(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  vf_boundary sides = { .order = 2, .kind = { VF_PERIODIC, VF_DIRICHLET, 0, VF_PERIODIC, VF_NEUMANN, 0 } };
  must(vf_counters_reset(NULL));
  must(vf_add_constant_boxes(boxes, BOXES, x, 1));
  assert_int_equal(counters().launches, 1);
  must(vf_set_fill_ghosts(x, NULL, GHOSTS, &domain, &sides));
  assert_int_equal(counters().launches, 2);
  discard(x);
}

/* All arrays of a set move together: each in a copy of its own, with a single wait for all copies. */
static void arrays_move_when_stale_and_wait_once(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  const int64_t copies = separate() ? BOXES : 0;
  must(vf_counters_reset(NULL));
  must(vf_add_constant_boxes(boxes, BOXES, x, 1));
  expect_copies(copies, 0);
  assert_int_equal(counters().waits, separate() ? 1 : 0);
  must(vf_add_constant_boxes(boxes, BOXES, x, 1));
  expect_copies(copies, 0);
  must(vf_view_to_host(x, VF_READ));
  expect_copies(copies, copies);
  assert_int_equal(counters().waits, separate() ? 2 : 0);
  expect_state(x, true, true);
  discard(x);
}

/* Ghosts would be lost otherwise. */
static void array_that_is_written_in_part_is_brought_first(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  must(vf_fill_value_boxes(boxes, BOXES, x, 7));
  must(vf_view_to_host(x, VF_READ));
  assert_true(*element(x, 0, boxes[0].lower[0], boxes[0].lower[1], boxes[0].lower[2], 1) == 7);
  assert_true(*element(x, 0, boxes[0].lower[0] - 1, boxes[0].lower[1], boxes[0].lower[2], 1) == -1);
  discard(x);
}

static void array_that_is_overwritten_is_not_brought(void **state)
{
  (void)state;
  vf_set *x = NULL;
  must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 0, 0, "x", &x));
  must(vf_counters_reset(NULL));
  must(vf_fill_value_boxes(boxes, BOXES, x, 7));
  expect_copies(0, 0);
  must(vf_view_to_host(x, VF_READ));
  assert_true(
      *element(x, BOXES - 1, boxes[BOXES - 1].upper[0], boxes[BOXES - 1].upper[1], boxes[BOXES - 1].upper[2], 0) == 7);
  discard(x);
}

/* A view beside sets is used by all boxes. */
static void view_beside_sets_is_used_by_all_boxes(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  vf_view *whole_x = filled_whole(1, "whole x"), *whole_y = filled_whole(3, "whole y");
  must(vf_axpy_boxes(boxes, BOXES, 2, whole_y, x));
  must(vf_axpy(&domain, 2, whole_y, whole_x));
  expect_same(x, whole_x);
  discard(x);
  discard(whole_x);
  discard(whole_y);
}

static void boxes_of_a_call_may_be_others_than_those_of_the_set(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  vf_box some[BOXES];
  for (int b = 0; b < BOXES; b++) {
    some[b] = boxes[b];
    some[b].upper[0] = b == 3 ? some[b].lower[0] - 1 : some[b].lower[0]; /* a single box is empty */
  }
  must(vf_fill_value_boxes(some, BOXES, x, 9));
  must(vf_view_to_host(x, VF_READ));
  for (int b = 0; b < BOXES; b++) {
    const int *low = boxes[b].lower;
    assert_true((*element(x, b, low[0], low[1], low[2], 0) == 9) == (b != 3));
    assert_true(*element(x, b, low[0] + 1, low[1], low[2], 0) != 9);
  }
  double sum = 0;
  must(vf_sum_boxes(some, BOXES, x, &sum, NULL));
  double cells = 0;
  for (int b = 0; b < BOXES; b++)
    if (b != 3) cells += (some[b].upper[1] - some[b].lower[1] + 1) * (some[b].upper[2] - some[b].lower[2] + 1);
  assert_true(sum == 9 * COMPONENTS * cells);
  discard(x);
}

/* A box of a call may be empty in some directions, by any number of cells. The view of such a box keeps all of its
 * elements, and a reduction takes no element of the box. */
static void empty_boxes_of_a_call_are_passed_over(void **state)
{
  (void)state;
  enum { PARTS = 3, N = 5, CELLS = N * N * N };
  static double values[PARTS][CELLS], rhs[PARTS][CELLS];
  const int64_t extents[3] = { N, N, N };
  const vf_box inner = { { 2, 2, 2 }, { 4, 4, 4 } };
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_NEUMANN;
  vf_view *x[PARTS], *y[PARTS];
  vf_set *set = NULL, *of_rhs = NULL;
  const vf_box whole[PARTS] = { inner, inner, inner };
  for (int b = 0; b < PARTS; b++) {
    for (int c = 0; c < CELLS; c++) rhs[b][c] = values[b][c] = c + 1;
    x[b] = wrapped(values[b], 3, extents, NULL, "x");
    y[b] = wrapped(rhs[b], 3, extents, NULL, "rhs");
  }
  must(vf_set_wrap(NULL, whole, PARTS, x, "x", &set));
  must(vf_set_wrap(NULL, whole, PARTS, y, "rhs", &of_rhs));
  for (int shape = 1; shape < 27; shape++) { /* a digit to the base 3 for each direction: the number of cells by which
                                              * the box is too short */
    double sum = -1;
    vf_box list[PARTS] = { inner, inner, inner };
    for (int d = 0, digits = shape; d < 3; d++, digits /= 3)
      if (digits % 3) list[1].upper[d] = list[1].lower[d] - digits % 3;
    must(vf_view_to_host(set, VF_WRITE));
    for (int b = 0; b < PARTS; b++)
      for (int c = 0; c < CELLS; c++) values[b][c] = c + 1;
    must(vf_sum_boxes(list, PARTS, set, &sum, NULL));
    assert_true(sum == 2 * 27 * 63); /* twice 27 cells around number 63 */
    must(vf_fill_value_boxes(list, PARTS, set, -1));
    must(vf_gsrb_poisson_boxes(list, PARTS, set, of_rhs, 1, 1));
    must(vf_fill_ghosts_boxes(list, PARTS, set, &sides));
    must(vf_view_to_host(set, VF_READ));
    for (int c = 0; c < CELLS; c++)
      if (values[1][c] != c + 1) fail_msg("shape %d, element %d: %g", shape, c, values[1][c]);
    assert_true(values[0][31] == -1 && values[2][31] == -1);
  }
  discard(set);
  discard(of_rhs);
  for (int b = 0; b < PARTS; b++) {
    discard(x[b]);
    discard(y[b]);
  }
}

/* The maps apply to each box. */
static void fine_and_coarse_sets_go_together(void **state)
{
  (void)state;
  vf_box coarse_boxes[2] = { { { -2, 1, 3 }, { 0, 4, 5 } }, { { 1, 1, 3 }, { 2, 4, 5 } } }, fine_boxes[2];
  for (int b = 0; b < 2; b++)
    for (int d = 0; d < 3; d++) {
      fine_boxes[b].lower[d] = 2 * coarse_boxes[b].lower[d];
      fine_boxes[b].upper[d] = 2 * coarse_boxes[b].upper[d] + 1;
    }
  vf_set *fine = NULL, *coarse = NULL;
  must(vf_set_create(NULL, fine_boxes, 2, VF_REAL64, 1, 0, 0, "fine", &fine));
  must(vf_set_create(NULL, coarse_boxes, 2, VF_REAL64, 1, 0, 0, "coarse", &coarse));
  must(vf_fill_value_boxes(fine_boxes, 2, fine, 4));
  must(vf_average_boxes(coarse_boxes, 2, fine, coarse));
  must(vf_interp_boxes(coarse_boxes, 2, coarse, fine));
  must(vf_view_to_host(fine, VF_READ));
  assert_true(*element(fine, 0, -4, 2, 6, 0) == 8 && *element(fine, 1, 5, 9, 11, 0) == 8);
  discard(fine);
  discard(coarse);
}

static void set_without_boxes_does_nothing(void **state)
{
  (void)state;
  vf_set *x = NULL;
  bool is_set = false;
  int count = -1;
  double sum = 5;
  vf_boundary sides = { .order = 2 };
  must(vf_set_create(NULL, NULL, 0, VF_REAL32, 1, 1, 0, "nothing", &x));
  must(vf_set_size(x, &is_set, &count));
  assert_true(is_set && count == 0);
  must(vf_fill_value_boxes(NULL, 0, x, 1));
  must(vf_sum_boxes(NULL, 0, x, &sum, NULL));
  assert_true(sum == 0);
  must(vf_set_fill_ghosts(x, NULL, 1, &domain, &sides));
  must(vf_view_sync_h2d(x));
  must(vf_view_to_host(x, VF_UPDATE));
  must(vf_view_release(&x, false));
}

/* The set and its views share their arrays. */
static void set_and_its_views_are_released_in_any_order(void **state)
{
  (void)state;
  double first[8] = { 0 }, second[8] = { 0 };
  const vf_box two[2] = { { { 1, 1, 1 }, { 8, 1, 1 } }, { { 9, 1, 1 }, { 16, 1, 1 } } };
  const int64_t length = 8;
  const int from_nine = 9;
  vf_view *views[2] = { wrapped(first, 1, &length, NULL, "first"), wrapped(second, 1, &length, &from_nine, "second") };
  vf_set *set = NULL;
  must(vf_set_wrap(NULL, two, 2, views, "both", &set));
  must(vf_view_release(&views[0], false));
  must(vf_fill_value_boxes(two, 2, set, 6));
  if (separate()) refused(vf_view_release(&set, false), VF_ERROR_STALE, "first");
  must(vf_view_to_host(set, VF_READ));
  must(vf_view_release(&set, false));
  assert_true(first[7] == 6 && second[0] == 6);
  must(vf_fill_value(&two[1], views[1], 3));
  must(vf_view_to_host(views[1], VF_READ));
  assert_true(second[7] == 3);
  must(vf_view_release(&views[1], false));
  assert_int_equal(counters().device_bytes, 0);
}

/* If two views of the set share an array, the set holds the array as a single view does. */
static void last_values_of_an_array_with_two_boxes_are_not_lost(void **state)
{
  (void)state;
  double values[8] = { 0 };
  const int64_t eight = 8, four = 4;
  const int from_five = 5;
  const vf_box halves[2] = { line(1, 4), line(5, 8) };
  vf_view *all = wrapped(values, 1, &eight, NULL, "all"), *views[2];
  must(vf_view_wrap(NULL, values, VF_REAL64, 1, &four, NULL, "low", VF_WRAP_JOIN, &views[0]));
  must(vf_view_wrap(NULL, values + 4, VF_REAL64, 1, &four, &from_five, "high", VF_WRAP_JOIN, &views[1]));
  vf_set *set = NULL;
  must(vf_set_wrap(NULL, halves, 2, views, "halves", &set));
  must(vf_fill_value_boxes(halves, 2, set, 9));
  for (int b = 0; b < 2; b++) must(vf_view_release(&views[b], false));
  must(vf_view_release(&all, false));
  if (separate()) refused(vf_view_release(&set, false), VF_ERROR_STALE, "low");
  must(vf_view_to_host(set, VF_READ));
  assert_true(values[0] == 9 && values[7] == 9);
  must(vf_view_release(&set, false));
}

static void arrays_of_a_set_take_their_own_bytes_of_the_device(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  int64_t bytes = 0;
  for (int b = 0; b < BOXES; b++) {
    int64_t of_box = COMPONENTS * (int64_t)sizeof(double);
    for (int d = 0; d < 3; d++) of_box *= boxes[b].upper[d] - boxes[b].lower[d] + 1 + 2 * GHOSTS;
    bytes += of_box;
  }
  must(vf_view_to_device(x, VF_READ));
  assert_int_equal(counters().device_bytes, separate() ? bytes : 0);
  discard(x);
  assert_int_equal(counters().device_bytes, 0);
}

static void set_ends_with_its_context(void **state)
{
  (void)state;
  vf_set *x = filled_set(1, "x");
  must(vf_add_constant_boxes(boxes, BOXES, x, 1));
  must(vf_finalize());
  must(vf_init(NULL));
  refused(vf_view_to_host(x, VF_READ), VF_ERROR_NULL, "released");
}

static const struct CMUnitTest tests[] = {
  claim(kernel_on_a_set_gives_what_it_gives_on_one_array),
  claim(colours_are_those_of_the_global_index),
  claim(smooth_of_a_set_is_that_of_the_domain),
  claim(reduction_has_the_bits_of_the_same_boxes_on_one_array),
  claim(result_of_a_reduction_may_stay_on_the_device),
  claim(call_is_one_launch),
  claim(arrays_move_when_stale_and_wait_once),
  claim(array_that_is_written_in_part_is_brought_first),
  claim(array_that_is_overwritten_is_not_brought),
  claim(view_beside_sets_is_used_by_all_boxes),
  claim(boxes_of_a_call_may_be_others_than_those_of_the_set),
  claim(empty_boxes_of_a_call_are_passed_over),
  claim(fine_and_coarse_sets_go_together),
  claim(set_without_boxes_does_nothing),
  claim(set_and_its_views_are_released_in_any_order),
  claim(last_values_of_an_array_with_two_boxes_are_not_lost),
  claim(arrays_of_a_set_take_their_own_bytes_of_the_device),
  claim(set_ends_with_its_context),
};

RUN("sets", tests)
