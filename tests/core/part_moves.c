/* Moves of parts of arrays: the bytes that travel, and the sides that are right afterwards. */
#include "part_field.h"

static void sync_of_a_box_moves_its_elements_alone(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  assert_int_equal(counters().bytes_to_host, PLANE * 8);
  expect_host(&plane, -3);
  expect_state(view, false, true);
  discard(view);
}

static void later_sync_moves_what_is_still_old(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  must(vf_view_sync_d2h(view));
  assert_int_equal(counters().bytes_to_host, CELLS * 8);
  expect_everywhere(-3);
  expect_state(view, true, true);
  must(vf_view_release(&view, false));
}

/* The host writes ghosts, the device the inner elements: each side brings its own. */
static void sides_that_write_different_parts_exchange_just_these(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_READ));
  must(vf_counters_reset(NULL));
  must(vf_view_to_host_box(view, VF_WRITE, &plane, NULL));
  for (int c = 0; c < CELLS; c++)
    if (in(&plane, c)) numbers[c] = 8;
  expect_state(view, true, false);
  const vf_box last = { { -1, 0, K + 2 }, { I - 2, J - 1, K + 2 } };
  must(vf_fill_value(&last, view, 5));
  expect_state(view, false, false);
  expect_copies(0, 0);
  must(vf_view_to_device(view, VF_READ));
  assert_int_equal(counters().bytes_to_device, PLANE * 8);
  must(vf_view_to_host(view, VF_READ));
  assert_int_equal(counters().bytes_to_host, PLANE * 8);
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (in(&plane, c) ? 8 : in(&last, c) ? 5 : -3));
  expect_state(view, true, true);
  discard(view);
}

static void state_of_a_box_counts_its_elements(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  bool host = false, device = false;
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  must(vf_view_state_box(view, &plane, NULL, &host, &device));
  assert_true(host && device);
  must(vf_view_state_box(view, &inner, NULL, &host, &device));
  assert_true(!host && device);
  discard(view);
}

static void ghosts_move_without_what_they_surround(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int depth = 0; depth <= 2; depth++) {
    vf_view *view = filled(-3);
    must(vf_view_sync_d2h_ghosts(view, &inner, depth, NULL));
    assert_int_equal(counters().bytes_to_host, (CELLS - INNER) * 8);
    for (int c = 0; c < CELLS; c++)
      if (numbers[c] != (in(&inner, c) ? c + 1 : -3)) fail_msg("element %d is %g", c, numbers[c]);
    for (int c = 0; c < CELLS; c++) numbers[c] = 4;
    must(vf_view_sync_h2d_ghosts(view, &inner, 1, NULL));
    assert_int_equal(counters().bytes_to_device, (CELLS - INNER) * 8);
    must(vf_view_to_host(view, VF_READ));
    for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (in(&inner, c) ? -3 : 4));
    discard(view);
  }
}

/* Layers that the view does not have as far as asked for: the view's own end. */
static void layers_end_at_the_depth_or_with_the_view(void **state)
{
  (void)state;
  if (!separate()) skip();
  const vf_box core = { { 3, 1, 5 }, { 9, 9, 5 } }, around = { { 1, 0, 3 }, { 11, 11, 7 } };
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_ghosts(view, &core, 2, NULL));
  for (int c = 0; c < CELLS; c++)
    if (numbers[c] != (in(&around, c) && !in(&core, c) ? -3 : c + 1)) fail_msg("element %d is %g", c, numbers[c]);
  discard(view);
}

static void components_are_parts_too(void **state)
{
  (void)state;
  if (!separate()) skip();
  const int second[2] = { 2, 2 };
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_box(view, NULL, second));
  assert_int_equal(counters().bytes_to_host, CELLS / N * 8);
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (c / (I * J * K) == 1 ? -3 : c + 1));
  must(vf_view_sync_d2h_box(view, &plane, second));
  assert_int_equal(counters().bytes_to_host, CELLS / N * 8 + I * J * 8);
  vf_view *component = NULL;
  must(vf_view_component(view, 3, 1, &component));
  must(vf_view_to_host_box(component, VF_READ, NULL, NULL));
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (c / (I * J * K) >= 1 ? -3 : c + 1));
  discard(component);
  discard(view);
}

/* In a view of fewer directions the components are its last. */
static void views_of_every_rank_have_parts(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int rank = 1; rank <= 4; rank++) {
    const int last[2] = { lower[rank - 1] + 1, lower[rank - 1] + 1 };
    int64_t elements = 1;
    watch(small_arrays, false);
    for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
    for (int d = 0; d < rank; d++) elements *= extents[d];
    vf_view *view = wrapped(numbers, rank, extents, lower, "field");
    must(vf_view_to_device(view, VF_UPDATE));
    for (int c = 0; c < CELLS; c++) numbers[c] = 0;
    must(vf_view_sync_d2h_box(view, NULL, last));
    const int64_t row = elements / extents[rank - 1];
    for (int64_t c = 0; c < elements; c++) assert_true(numbers[c] == (c / row == 1 ? (double)(c + 1) : 0));
    discard(view);
  }
}

/* Another view of the same memory, whose rows are no rows of the array: more moves, and all values are right. */
static void views_of_another_shape_see_the_newest(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3), *line = NULL;
  const int64_t length = CELLS;
  const vf_box some = { { I * J + 5, 1, 1 }, { 2 * I * J + 5, 1, 1 } };
  must(vf_view_wrap(NULL, numbers, VF_REAL64, 1, &length, NULL, "line", VF_WRAP_JOIN, &line));
  must(vf_view_to_host_box(line, VF_UPDATE, &some, NULL));
  for (int c = I * J + 4; c < 2 * I * J + 5; c++) assert_true(numbers[c] == -3);
  for (int c = I * J + 4; c < 2 * I * J + 5; c++) numbers[c] = 6;
  must(vf_view_to_device(view, VF_READ));
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (c >= I * J + 4 && c < 2 * I * J + 5 ? 6 : -3));
  discard(line);
  discard(view);
}

static void call_on_a_small_box_brings_what_it_reads(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_WRITE));
  for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
  assert_true(norm(&plane, view) == 2 * I * J * K + 2 * I * J);
  assert_int_equal(counters().bytes_to_device, PLANE * 8);
  assert_true(norm(&plane, view) == 2 * I * J * K + 2 * I * J);
  assert_int_equal(counters().copies_to_device, 1);
  assert_true(norm(&inner, view) == CELLS - I * J - I - 1);
  assert_int_equal(counters().bytes_to_device, CELLS * 8);
  discard(view);
}

/* 16 rows of 10 cells: packing each costs more than the whole field. */
static void call_on_a_box_of_short_rows_brings_the_whole(void **state)
{
  (void)state;
  if (!separate()) skip();
  const vf_box rows = { { 2, 3, 4 }, { 11, 10, 5 } };
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_WRITE));
  assert_true(10 * 8 * 2 * N * 4 < CELLS); /* fewer than a quarter of the cells */
  norm(&rows, view);
  assert_int_equal(counters().bytes_to_device, CELLS * 8);
  discard(view);
}

static void call_that_overwrites_a_small_box_brings_nothing(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_WRITE));
  for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
  must(vf_fill_value(&plane, view, 7));
  expect_copies(0, 0);
  must(vf_view_to_host(view, VF_READ));
  assert_int_equal(counters().bytes_to_host, PLANE * 8);
  expect_host(&plane, 7);
  discard(view);
}

static void sweep_over_planes_stays_a_few_parts(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_READ));
  must(vf_counters_reset(NULL));
  for (int k = 3; k < 3 + K; k++) {
    const vf_box of_plane = { { -1, 0, k }, { I - 2, J - 1, k } };
    must(vf_fill_value(&of_plane, view, k));
    must(vf_view_to_host_box(view, VF_READ, &of_plane, NULL));
    assert_int_equal(counters().bytes_to_host, (k - 2) * PLANE * 8);
  }
  expect_state(view, true, true);
  expect_copies(0, K);
  must(vf_view_release(&view, false));
}

/* Single elements here and there: more parts than an array keeps. */
static void too_many_parts_cost_copies_and_no_values(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  for (int c = 0; c < CELLS; c++) numbers[c] = -3;
  must(vf_view_sync_h2d(view));
  for (int n = 0; n < 40; n++) {
    const vf_box cell = { { 2 * (n % 10), 3 * (n / 10), 3 + n % K }, { 2 * (n % 10), 3 * (n / 10), 3 + n % K } };
    if (n % 3) {
      must(vf_view_to_host_box(view, VF_WRITE, &cell, NULL));
      for (int c = 0; c < CELLS; c++)
        if (in(&cell, c)) numbers[c] = n;
    } else {
      must(vf_fill_value(&cell, view, n));
    }
  }
  must(vf_view_to_host(view, VF_READ));
  for (int n = 0; n < 40; n++)
    for (int of = 0; of < N; of++)
      assert_true(numbers[2 * (n % 10) + 1 + I * (3 * (n / 10) + J * (n % K + K * of))] == n);
  discard(view);
}

/* What the device never got does not come from there. */
static void sync_leaves_what_is_newer_on_the_host(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
  vf_view *view = wrapped(numbers, 4, extents, lower, "field");
  must(vf_fill_value(&plane, view, 7));
  const vf_box more = { { -1, 0, 3 }, { I - 2, J - 1, 6 } };
  must(vf_view_sync_d2h_box(view, &more, NULL));
  expect_host(&plane, 7);
  must(vf_view_release(&view, false));
}

/* The host has the plane alone: a sync of all sends the plane alone. */
static void whole_sync_leaves_newer_parts_of_its_target(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  for (int c = 0; c < CELLS; c++) numbers[c] = 4;
  must(vf_view_sync_h2d(view));
  assert_int_equal(counters().bytes_to_device, PLANE * 8);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (in(&plane, c) ? 4 : -3));
  discard(view);
}

static void counters_of_the_array_have_the_bytes_of_parts(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  vf_counters before, after;
  must(vf_view_counters(view, &before));
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  must(vf_view_sync_h2d_ghosts(view, &inner, 0, NULL));
  must(vf_view_counters(view, &after));
  assert_int_equal(after.bytes_to_host - before.bytes_to_host, PLANE * 8);
  assert_int_equal(after.bytes_to_device - before.bytes_to_device, (CELLS - INNER) * 8);
  assert_int_equal(after.copies_to_host - before.copies_to_host, 1);
  assert_int_equal(after.copies_to_device - before.copies_to_device, 1);
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(sync_of_a_box_moves_its_elements_alone),
  claim(later_sync_moves_what_is_still_old),
  claim(sides_that_write_different_parts_exchange_just_these),
  claim(state_of_a_box_counts_its_elements),
  claim(ghosts_move_without_what_they_surround),
  claim(layers_end_at_the_depth_or_with_the_view),
  claim(components_are_parts_too),
  claim(views_of_every_rank_have_parts),
  claim(views_of_another_shape_see_the_newest),
  claim(call_on_a_small_box_brings_what_it_reads),
  claim(call_on_a_box_of_short_rows_brings_the_whole),
  claim(call_that_overwrites_a_small_box_brings_nothing),
  claim(sweep_over_planes_stays_a_few_parts),
  claim(too_many_parts_cost_copies_and_no_values),
  claim(sync_leaves_what_is_newer_on_the_host),
  claim(whole_sync_leaves_newer_parts_of_its_target),
  claim(counters_of_the_array_have_the_bytes_of_parts),
};
RUN("part_moves", tests)
