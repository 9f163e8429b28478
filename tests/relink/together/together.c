/* Calls of a kernel, handed over together: the same bits as calls in turn, in few launches. */
#include <test_together_kernels.h>

#include <viewfab/set.h>

#include "batch_of_calls.h"

enum { N = 6, FABS = 8, FACES = 6 };

/* Eight cubes with a layer of ghosts. */
static void add_fabs(vf_view **fabs)
{
  for (int b = 0; b < FABS; b++) fabs[b] = add_cube(N, 1);
}

/* Tile t of eight in the cells first .. first + 7. */
static vf_box tile(int first, int t)
{
  const int i = first + 4 * (t & 1), j = first + 4 * (t >> 1 & 1), k = first + 4 * (t >> 2);
  return cells(i, i + 3, j, j + 3, k, k + 3);
}

static void tiles_of_one_array_are_one_launch(void **state)
{
  (void)state;
  vf_view *x = add_cube(8, 0), *y = add_cube(8, 1);
  for (int t = 0; t < 8; t++) add_axpy(tile(0, t), 0.3, x, y);
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static void what_lies_outside_of_all_tiles_survives(void **state)
{
  (void)state;
  /* large enough for a copy without the elements to overwrite */
  enum { SIDE = 40 };
  vf_view *x = add_cube(SIDE, 1), *y = add_cube(SIDE, 1);
  add_copy(cells(0, SIDE - 1, 0, SIDE - 1, 0, SIDE / 2), x, y);
  add_copy(cells(0, SIDE - 1, 0, SIDE - 1, SIDE / 2 + 1, SIDE - 2), x, y);
  add_copy(cells(3, 3, 3, 3, 3, 3), y, x);
  assert_int_equal(compare_both(), 2);
  end_batch();
}

/* Each cube's ghosts come from its three neighbours, in the order in which the code copies them. */
static void ghost_copies_of_eight_arrays_are_one_launch(void **state)
{
  (void)state;
  vf_view *fabs[FABS];
  add_fabs(fabs);
  for (int b = 0; b < FABS; b++)
    for (int d = 0; d < 3; d++) {
      vf_box box = cube(0, N - 1);
      box.lower[d] = box.upper[d] = b >> d & 1 ? -1 : N;
      vfi_argument *arguments = add_call(&vf_shifted_copy_kernel, box, 0);
      arguments[0].view = fabs[b ^ 1 << d];
      arguments[1].view = fabs[b];
      arguments[2].value.integers[d] = b >> d & 1 ? N : -N;
    }
  assert_int_equal(compare_both(), 6); /* the shifts are values: two in each direction */
  end_batch();
}

static void ghost_copies_in_indices_of_the_domain_are_one_launch(void **state)
{
  (void)state;
  vf_view *fabs[FABS];
  for (int b = 0; b < FABS; b++) {
    const int64_t extents[3] = { N + 2, N + 2, N + 2 };
    const int lower[3] = { N * (b & 1) - 1, N * (b >> 1 & 1) - 1, N * (b >> 2) - 1 };
    fabs[b] = add_field(3, extents, lower);
  }
  for (int b = 0; b < FABS; b++)
    for (int d = 0; d < 3; d++) {
      vf_box box;
      for (int e = 0; e < 3; e++) {
        box.lower[e] = N * (b >> e & 1);
        box.upper[e] = box.lower[e] + N - 1;
      }
      box.lower[d] = box.upper[d] = b >> d & 1 ? N - 1 : N;
      add_copy(box, fabs[b ^ 1 << d], fabs[b]);
    }
  assert_int_equal(batch.count, 24);
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static void chains_keep_their_order(void **state)
{
  (void)state;
  vf_view *fabs[FABS];
  add_fabs(fabs);
  for (int b = 0; b < 4; b++) add_copy(cube(0, N - 1), fabs[b], fabs[b + 1]);
  assert_int_equal(compare_both(), 4); /* each call reads the result of the call before */
  for (int b = 0; b < batch.count; b++) {
    batch.arguments[b][0].view = fabs[4 - b];
    batch.arguments[b][1].view = fabs[5 - b];
  }
  assert_int_equal(compare_both(), 4); /* each call writes the array read by the call before */
  /* calls on separate boxes have no order */
  for (int b = 0; b < batch.count; b++) batch.boxes[b] = cells(b, b, 0, N - 1, -1, N);
  assert_int_equal(compare_both(), 1);
  end_batch();
}

static void writes_of_one_box_keep_their_order(void **state)
{
  (void)state;
  vf_view *x = add_cube(N, 1), *y = add_cube(N, 1);
  add_value(cube(0, 3), 1, x);
  add_value(cube(0, 3), 1, y);
  add_value(cube(2, 5), 2, x);
  add_value(cube(1, 4), 1, x);
  assert_int_equal(compare_both(), 3);
  end_batch();
}

static void sweeps_of_eight_arrays_are_a_launch_for_each_colour(void **state)
{
  (void)state;
  vf_view *phi[FABS], *rhs[FABS];
  add_fabs(phi);
  add_fabs(rhs);
  for (int b = 0; b < FABS; b++)
    for (int colour = 0; colour < 2; colour++) add_sweep(cube(0, N - 1), colour, phi[b], rhs[b]);
  assert_int_equal(compare_both(), 2);
  end_batch();
}

static void coloured_tiles_of_one_array_are_a_launch_for_each_colour(void **state)
{
  (void)state;
  vf_view *phi = add_cube(8, 1), *rhs = add_cube(8, 1);
  for (int colour = 0; colour < 2; colour++)
    for (int t = 0; t < 8; t++) add_sweep(tile(0, t), colour, phi, rhs);
  assert_int_equal(compare_both(), 2);
  /* tile by tile, the second colour of a tile reads cells whose first colour the next tile has not written yet */
  for (int c = 0; c < batch.count; c++) {
    batch.boxes[c] = tile(0, c / 2);
    batch.calls[c].selector = c % 2;
  }
  assert_true(compare_both() > 2);
  end_batch();
}

/* The six faces of each cube, with kinds of their own, in turn. */
static void fills_of_six_faces_of_eight_arrays_are_six_launches(void **state)
{
  (void)state;
  vf_view *fabs[FABS];
  add_fabs(fabs);
  for (int b = 0; b < FABS; b++)
    for (int face = 0; face < FACES; face++) {
      vfi_argument *arguments = add_call(&vf_fill_ghosts_kernel, cube(0, N - 1), 0);
      vf_boundary *sides = &arguments[1].value.boundary;
      arguments[0].view = fabs[b];
      memset(sides, b, sizeof *sides); /* the padding of the structure differs too */
      memset(sides->kind, 0, sizeof sides->kind);
      sides->kind[face] = face % 2 ? VF_DIRICHLET : VF_NEUMANN;
      sides->order = 2;
      for (int other = 0; other < FACES; other++) sides->distance[other] = 0.25 * (face / 4);
    }
  assert_int_equal(batch.count, FABS * FACES);
  assert_int_equal(compare_both(), FACES);
  end_batch();
}

static void zeros_of_both_signs_are_different_values(void **state)
{
  (void)state;
  vf_view *x = add_cube(N, 0), *y = add_cube(N, 0);
  add_value(cube(0, N - 1), 0.0, x);
  add_value(cube(0, N - 1), -0.0, y);
  assert_int_equal(compare_both(), 2);
  end_batch();
}

static void empty_boxes_are_skipped(void **state)
{
  (void)state;
  vf_view *x = add_cube(N, 0), *y = add_cube(N, 0);
  add_axpy(cells(3, 2, 0, 5, 0, 5), 2, x, y);
  add_axpy(cells(0, 5, 9, 8, 0, 5), 2, x, y);
  assert_int_equal(compare_both(), 0);
  add_axpy(cube(0, 2), 2, x, y);
  add_axpy(cells(0, 5, 0, 5, 1, 0), 3, x, y);
  add_axpy(cells(0, 2, 0, 2, 3, 5), 2, x, y);
  assert_int_equal(compare_both(), 1);
  must(vf_dispatch_together(NULL, 0));
  end_batch();
}

static void one_refused_call_refuses_all_before_anything_runs(void **state)
{
  (void)state;
  vf_view *x = add_cube(N, 0), *y = add_cube(N, 0);
  add_axpy(cube(0, 2), 2, x, y);
  add_axpy(cube(3, N), 2, x, y);
  must(vf_counters_reset(NULL));
  char text[1000];
  assert_int_equal(vfi_dispatch(&batch.calls[1]), VF_ERROR_BOX);
  strncpy(text, vf_last_error(), sizeof text - 1);
  assert_int_equal(vf_dispatch_together(batch.calls, batch.count), VF_ERROR_BOX);
  assert_string_equal(vf_last_error(), text);
  assert_int_equal(counters().launches, 0);
  expect_copies(0, 0);
  expect_state(y, true, !separate());
  assert_memory_equal(batch.fields[1].host, batch.fields[1].start, batch.fields[1].bytes);
  end_batch();
}

static void calls_that_are_not_alike_are_refused(void **state)
{
  (void)state;
  vf_view *x = add_cube(N, 0), *y = add_cube(N, 0), *set = NULL;
  const vf_box box = cube(0, N - 1);
  double number = 0;
  vf_context *other = NULL;
  vf_view *elsewhere = NULL, *there = NULL;
  must(vf_set_wrap(NULL, &box, 1, &x, "set", &set));
  add_copy(cube(0, 2), x, y);
  add_copy(cube(3, 5), x, y);
  const vfi_call copy = batch.calls[1];
  batch.calls[1].kernel = &vf_axpy_kernel;
  refused(vf_dispatch_together(batch.calls, 2), VF_ERROR_ARGUMENT,
          "call 2 of those handed over together is one of another");
  batch.calls[1] = copy;
  batch.calls[1].box_count = 2;
  refused(vf_dispatch_together(batch.calls, 2), VF_ERROR_ARGUMENT, "does not have exactly one box");
  batch.calls[1] = copy;
  batch.arguments[1][0].view = set;
  refused(vf_dispatch_together(batch.calls, 2), VF_ERROR_ARGUMENT, "works on a set");
  const vfi_call sum = { .kernel = &vf_sum_kernel,
                         .boxes = &box,
                         .box_count = 1,
                         .arguments = (vfi_argument[]){ { .view = x } },
                         .results = { &number } };
  refused(vf_dispatch_together((vfi_call[]){ sum, sum }, 2), VF_ERROR_ARGUMENT, "asks for results");
  refused(vf_dispatch_together(&sum, 1), VF_ERROR_ARGUMENT, "asks for results");
  must(vf_context_create("host", &other));
  const int64_t extents[3] = { N, N, N };
  must(vf_view_create(other, VF_REAL64, 3, extents, (int[]){ 0, 0, 0 }, "elsewhere", &elsewhere));
  must(vf_view_create(other, VF_REAL64, 3, extents, (int[]){ 0, 0, 0 }, "there", &there));
  batch.arguments[1][0].view = elsewhere;
  batch.arguments[1][1].view = there;
  refused(vf_dispatch_together(batch.calls, 2), VF_ERROR_CONTEXT,
          "call 2 of those handed over together is for a context");
  refused(vf_dispatch_together(batch.calls, -1), VF_ERROR_ARGUMENT, "-1 calls");
  refused(vf_dispatch_together(NULL, 1), VF_ERROR_NULL, "calls is NULL");
  must(vf_context_destroy(other));
  discard(set);
  end_batch();
}

static void planes_run_together(void **state)
{
  (void)state;
  enum { ROWS = 20, FIELDS = 4 };
  const int64_t plane[3] = { ROWS, ROWS, 3 }, column[1] = { ROWS };
  vf_view *weight = add_field(1, column, NULL), *u[FIELDS], *w[FIELDS];
  for (int f = 0; f < FIELDS; f++) {
    u[f] = add_field(3, plane, NULL);
    w[f] = add_field(3, plane, NULL);
  }
  for (int f = 0; f < FIELDS; f++)
    for (int part = 0; part < 3; part++) {
      const vf_box box = { { 2, 2 + 6 * part, 1 }, { ROWS - 1 - f, 7 + 6 * part, 1 } };
      vfi_argument *arguments = add_call(&vf_plane_mean_kernel, box, 0);
      arguments[0].view = u[f];
      arguments[1].view = weight;
      arguments[2].view = w[f];
      arguments[3].value.number = 0.125;
    }
  assert_int_equal(compare_both(), 1);
  /* the second plane's calls read rows that the first plane's calls wrote in the neighbouring part */
  for (int c = 3; c < 6; c++) batch.arguments[c][0].view = w[0];
  assert_int_equal(compare_both(), 2);
  end_batch();
}

static void calls_that_read_one_array_are_one_launch(void **state)
{
  (void)state;
  vf_view *source = add_cube(N, 1), *fabs[FABS];
  add_fabs(fabs);
  for (int b = 0; b < FABS; b++) add_copy(cube(0, N - 1), source, fabs[b]);
  assert_int_equal(compare_both(), 1);
  /* the fourth call writes the source: after the reads of the calls before, and before the reads of the calls
   * behind */
  batch.arguments[3][0].view = fabs[0];
  batch.arguments[3][1].view = source;
  assert_int_equal(compare_both(), 3);
  end_batch();
}

static void calls_overtake_what_they_do_not_touch(void **state)
{
  (void)state;
  vf_view *fabs[FABS];
  add_fabs(fabs);
  for (int turn = 0; turn < 5; turn++)
    for (int b = 0; b < FABS; b++) add_value(cube(turn, turn), 1 + (b + turn) % 2, fabs[b]);
  assert_int_equal(compare_both(), 2);
  end_batch();
}

static void more_calls_than_are_planned_at_once_keep_their_order(void **state)
{
  (void)state;
  enum { SIDE = 11, HALF = SIDE * SIDE * SIDE };
  vf_view *x = add_cube(SIDE, 0);
  for (int c = 0; c < 2 * HALF - 100; c++) {
    const int cell = c < HALF ? c : 2 * HALF - 1 - c, i = cell % SIDE, j = cell / SIDE % SIDE, k = cell / SIDE / SIDE;
    add_value(cells(i, i, j, j, k, k), c / HALF, x);
  }
  assert_true(batch.count > 2048);
  assert_int_equal(compare_both(), 4);
  end_batch();
}

static const struct CMUnitTest tests[] = {
  claim(tiles_of_one_array_are_one_launch),
  claim(what_lies_outside_of_all_tiles_survives),
  claim(ghost_copies_of_eight_arrays_are_one_launch),
  claim(ghost_copies_in_indices_of_the_domain_are_one_launch),
  claim(chains_keep_their_order),
  claim(writes_of_one_box_keep_their_order),
  claim(sweeps_of_eight_arrays_are_a_launch_for_each_colour),
  claim(coloured_tiles_of_one_array_are_a_launch_for_each_colour),
  claim(fills_of_six_faces_of_eight_arrays_are_six_launches),
  claim(zeros_of_both_signs_are_different_values),
  claim(empty_boxes_are_skipped),
  claim(one_refused_call_refuses_all_before_anything_runs),
  claim(calls_that_are_not_alike_are_refused),
  claim(planes_run_together),
  claim(calls_that_read_one_array_are_one_launch),
  claim(calls_overtake_what_they_do_not_touch),
  claim(more_calls_than_are_planned_at_once_keep_their_order),
};
RUN("together", tests)
