/* Moves of parts of arrays: the bytes that travel, the sides that are right afterwards, refusals, and failures. */
#include "watched_backend.h"

enum { I = 24, J = 14, K = 6, N = 3, CELLS = I * J * K * N };
static const char small_arrays[] = "4096"; /* 512 bytes are enough for a call to move a part alone */
static double numbers[CELLS];
static const int64_t extents[4] = { I, J, K, N };
static const int lower[4] = { -1, 0, 3, 1 };
static const vf_box plane = { { -1, 0, 4 }, { I - 2, J - 1, 4 } };
static const vf_box inner = { { 0, 1, 4 }, { I - 3, J - 2, K + 1 } };
enum { PLANE = I * J * N, INNER = (I - 2) * (J - 2) * (K - 2) * N };

static bool in(const vf_box *box, int c)
{
  const int at[3] = { c % I - 1, c / I % J, c / I / J % K + 3 };
  for (int d = 0; d < 3; d++)
    if (at[d] < box->lower[d] || at[d] > box->upper[d]) return false;
  return true;
}

/* A field whose device side holds the value everywhere, and whose host side numbers the elements. */
static vf_view *filled(double value)
{
  watch(small_arrays, false);
  const vf_box all = { { -1, 0, 3 }, { I - 2, J - 1, K + 2 } };
  for (int c = 0; c < CELLS; c++) numbers[c] = c + 1;
  vf_view *view = wrapped(numbers, 4, extents, lower, "field");
  must(vf_fill_value(&all, view, value));
  must(vf_counters_reset(NULL));
  return view;
}

static void expect_host(const vf_box *box, double inside)
{
  for (int c = 0; c < CELLS; c++)
    if (numbers[c] != (in(box, c) ? inside : c + 1)) fail_msg("element %d is %g", c, numbers[c]);
}

static void expect_everywhere(double value)
{
  for (int c = 0; c < CELLS; c++)
    if (numbers[c] != value) fail_msg("element %d is %g", c, numbers[c]);
}

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

static void host_that_lacks_a_part_may_not_announce_a_write_of_it(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_sync_d2h_box(view, &plane, NULL));
  must(vf_view_mark_written_box(view, VF_HOST, &plane, NULL));
  assert_int_equal(vf_view_mark_written_box(view, VF_HOST, &inner, NULL), VF_ERROR_STALE);
  assert_int_equal(vf_view_mark_written(view, VF_HOST), VF_ERROR_STALE);
  discard(view);
}

static void release_is_refused_while_the_device_has_newer_parts(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  must(vf_view_to_host(view, VF_READ));
  must(vf_view_to_host_box(view, VF_WRITE, &plane, NULL));
  const vf_box cell = { { 0, 0, 8 }, { 0, 0, 8 } };
  must(vf_fill_value(&cell, view, 1));
  assert_int_equal(vf_view_release(&view, false), VF_ERROR_STALE);
  must(vf_view_sync_d2h(view));
  must(vf_view_release(&view, false));
}

static void refusals_name_the_array_and_the_indices(void **state)
{
  (void)state;
  const vf_box beyond = { { -1, 0, 4 }, { I - 1, J - 1, 4 } }, empty = { { 1, 1, 4 }, { 0, 1, 4 } };
  const int none[2] = { 0, 1 };
  vf_view *view = filled(-3);
  assert_int_equal(vf_view_sync_h2d_box(view, &beyond, NULL), VF_ERROR_BOX);
  assert_non_null(strstr(vf_last_error(), "sync_h2d of 'field': elements (-1:23, 0:13, 4:4, 1:3)"));
  assert_non_null(strstr(vf_last_error(), "(-1:22, 0:13, 3:8, 1:3)"));
  assert_int_equal(vf_view_to_host_box(view, VF_READ, NULL, none), VF_ERROR_COMPONENT);
  assert_non_null(strstr(vf_last_error(), "to_host of 'field': components 0:1; its last direction has 1:3"));
  assert_int_equal(vf_view_sync_h2d_ghosts(view, &inner, -1, NULL), VF_ERROR_ARGUMENT);
  assert_int_equal(vf_view_sync_h2d_ghosts(view, NULL, 1, NULL), VF_ERROR_NULL);
  assert_int_equal(vf_view_sync_h2d_ghosts(view, &empty, 1, NULL), VF_ERROR_BOX);
  assert_int_equal(vf_view_to_host_box(view, (vf_intent)0, &plane, NULL), VF_ERROR_ARGUMENT);
  assert_int_equal(vf_view_sync_d2h_box(NULL, &plane, NULL), VF_ERROR_NULL);
  must(vf_view_to_device_box(view, VF_UPDATE, &empty, NULL));
  must(vf_view_sync_h2d_box(view, &empty, NULL));
  expect_copies(0, 0);
  discard(view);
}

static void sync_from_a_device_that_never_had_the_array_is_refused(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  vf_view *view = wrapped(numbers, 4, extents, lower, "field");
  assert_int_equal(vf_view_sync_d2h_box(view, &plane, NULL), VF_ERROR_STATE);
  must(vf_view_release(&view, false));
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

/* A call that moves the data, one after the other fails: no value is lost. */
static void error_in_the_middle_loses_nothing(void **state)
{
  (void)state;
  if (!separate()) skip();
  static const vf_box strip = { { 1, 1, 3 }, { 2, 11, 7 } };
  bool failed = true;
  for (int call = 1; failed; call++) {
    vf_view *view = filled(-3);
    must(vf_view_to_host(view, VF_READ));
    must(vf_view_to_host_box(view, VF_WRITE, &plane, NULL));
    for (int c = 0; c < CELLS; c++)
      if (in(&plane, c)) numbers[c] = 8;
    const vf_box cell = { { 0, 0, 8 }, { 0, 0, 8 } };
    must(vf_fill_value(&cell, view, 1));
    watched.calls = 0;
    watched.fails_at = call;
    vf_status status = vf_view_sync_d2h_ghosts(view, &inner, 1, NULL);
    if (!status) status = vf_view_sync_h2d_box(view, &strip, NULL);
    if (!status) status = vf_view_to_device(view, VF_READ);
    if (!status) status = vf_view_to_host(view, VF_READ);
    failed = watched.calls >= call;
    watched.fails_at = 0;
    if (status != (failed ? VF_ERROR_DEVICE : VF_OK)) fail_msg("call %d: status %d", call, status);
    assert_true(call < 60);
    must(vf_view_to_host(view, VF_READ));
    for (int c = 0; c < CELLS; c++)
      if (numbers[c] != (in(&plane, c) ? 8 : in(&cell, c) ? 1 : -3))
        fail_msg("%d: element %d is %g", call, c, numbers[c]);
    must(vf_view_to_device(view, VF_READ));
    for (int c = 0; c < CELLS; c++) numbers[c] = 0;
    must(vf_view_sync_d2h(view));
    for (int c = 0; c < CELLS; c++)
      if (numbers[c] != (in(&plane, c) ? 8 : in(&cell, c) ? 1 : -3))
        fail_msg("%d: element %d of the device is %g", call, c, numbers[c]);
    discard(view);
  }
}

static void without_buffers_for_packing_parts_move_row_by_row(void **state)
{
  (void)state;
  if (!separate()) skip();
  vf_view *view = filled(-3);
  watched.refuses_shared = true;
  must(vf_view_sync_d2h_ghosts(view, &inner, 1, NULL));
  assert_int_equal(watched.packs, 0);
  assert_true(watched.copies > J);
  for (int c = 0; c < CELLS; c++) assert_true(numbers[c] == (in(&inner, c) ? c + 1 : -3));
  discard(view);
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
  claim(host_that_lacks_a_part_may_not_announce_a_write_of_it),
  claim(release_is_refused_while_the_device_has_newer_parts),
  claim(refusals_name_the_array_and_the_indices),
  claim(sync_from_a_device_that_never_had_the_array_is_refused),
  claim(sync_leaves_what_is_newer_on_the_host),
  claim(error_in_the_middle_loses_nothing),
  claim(without_buffers_for_packing_parts_move_row_by_row),
  claim(whole_sync_leaves_newer_parts_of_its_target),
  claim(counters_of_the_array_have_the_bytes_of_parts),
};
RUN("part_moves", tests)
