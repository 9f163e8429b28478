/* When does data move? The state of a view under kernels, syncs and accesses of the host. */
#include "common.h"

#include <errno.h>

enum { N = 8, CELLS = N * N * N };
static double values[CELLS];
static const int64_t extents[3] = { N, N, N };
static const int lower[3] = { -1, 2, 0 };
static const vf_box all = { { -1, 2, 0 }, { N - 2, N + 1, N - 1 } };
static const vf_box corner = { { -1, 2, 0 }, { -1, 2, 0 } };

static vf_view *fresh(void)
{
  for (int c = 0; c < CELLS; c++) values[c] = c + 1;
  return wrapped(values, 3, extents, lower, "values");
}

/* The three rows of the table of states. If the device has the newest values, all of them are 1000. */
static vf_view *host_newest(void) { return fresh(); }

static vf_view *device_newest(void)
{
  vf_view *view = fresh();
  must(vf_fill_value(&all, view, 1000));
  must(vf_counters_reset(NULL));
  return view;
}

static vf_view *both_newest(void)
{
  vf_view *view = fresh();
  must(vf_view_to_device(view, VF_READ));
  must(vf_counters_reset(NULL));
  return view;
}

/* Compares the copies that an access made, and the sides that are valid after the access. A device that aliases the
 * host never copies. */
static void expect(vf_view *view, int to_device, int to_host, bool host, bool device)
{
  expect_copies(separate() ? to_device : 0, separate() ? to_host : 0);
  expect_state(view, host || !separate(), device || !separate());
  discard(view);
}

/* A claim for an access to a view in a given state. */
#define ROW(name, start, access, to_device, to_host, host, device) \
  static void name(void **state)                                   \
  {                                                                \
    (void)state;                                                   \
    vf_view *view = start();                                       \
    must(access);                                                  \
    expect(view, to_device, to_host, host, device);                \
  }
ROW(host_newest_host_read_stays, host_newest, vf_view_to_host(view, VF_READ), 0, 0, true, false)
ROW(host_newest_host_write_stays, host_newest, vf_view_to_host(view, VF_WRITE), 0, 0, true, false)
ROW(host_newest_host_update_stays, host_newest, vf_view_to_host(view, VF_UPDATE), 0, 0, true, false)
ROW(host_newest_device_read_copies_and_both_are_valid, host_newest, vf_view_to_device(view, VF_READ), 1, 0, true, true)
ROW(host_newest_device_write_copies_nothing, host_newest, vf_view_to_device(view, VF_WRITE), 0, 0, false, true)
ROW(host_newest_device_update_copies, host_newest, vf_view_to_device(view, VF_UPDATE), 1, 0, false, true)
ROW(device_newest_host_read_copies_and_both_are_valid, device_newest, vf_view_to_host(view, VF_READ), 0, 1, true, true)
ROW(device_newest_host_write_copies_nothing, device_newest, vf_view_to_host(view, VF_WRITE), 0, 0, true, false)
ROW(device_newest_host_update_copies, device_newest, vf_view_to_host(view, VF_UPDATE), 0, 1, true, false)
ROW(device_newest_device_read_stays, device_newest, vf_view_to_device(view, VF_READ), 0, 0, false, true)
ROW(device_newest_device_write_stays, device_newest, vf_view_to_device(view, VF_WRITE), 0, 0, false, true)
ROW(device_newest_device_update_stays, device_newest, vf_view_to_device(view, VF_UPDATE), 0, 0, false, true)
ROW(both_newest_host_read_keeps_both, both_newest, vf_view_to_host(view, VF_READ), 0, 0, true, true)
ROW(both_newest_host_write_leaves_the_host, both_newest, vf_view_to_host(view, VF_WRITE), 0, 0, true, false)
ROW(both_newest_host_update_leaves_the_host, both_newest, vf_view_to_host(view, VF_UPDATE), 0, 0, true, false)
ROW(both_newest_device_read_keeps_both, both_newest, vf_view_to_device(view, VF_READ), 0, 0, true, true)
ROW(both_newest_device_write_leaves_the_device, both_newest, vf_view_to_device(view, VF_WRITE), 0, 0, false, true)
ROW(both_newest_device_update_leaves_the_device, both_newest, vf_view_to_device(view, VF_UPDATE), 0, 0, false, true)
ROW(host_may_be_marked_written_when_valid, both_newest, vf_view_mark_written(view, VF_HOST), 0, 0, true, false)
ROW(device_may_be_marked_written_when_valid, both_newest, vf_view_mark_written(view, VF_DEVICE), 0, 0, false, true)
ROW(sync_h2d_copies_also_when_nothing_is_stale, both_newest, vf_view_sync_h2d(view), 1, 0, true, true)
ROW(sync_d2h_copies_also_when_nothing_is_stale, both_newest, vf_view_sync_d2h(view), 0, 1, true, true)

/* A kernel that reads a fresh view moves the data once; the second kernel moves nothing. */
static void second_device_read_moves_nothing(void **state)
{
  (void)state;
  vf_view *view = fresh();
  assert_true(norm(&all, view) == CELLS);
  assert_int_equal(counters().bytes_to_device, separate() ? sizeof values : 0);
  assert_true(norm(&all, view) == CELLS);
  expect(view, 1, 0, true, true);
}

/* A kernel that overwrites every element needs no old element, so nothing moves. */
static void overwriting_the_whole_view_moves_nothing(void **state)
{
  (void)state;
  vf_view *view = fresh();
  must(vf_fill_value(&all, view, 3));
  expect_copies(0, 0);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(values[c] == 3);
  discard(view);
}

/* A write to a part of the view keeps the rest, so the rest has to be on the device before. */
static void overwriting_a_part_keeps_the_rest(void **state)
{
  (void)state;
  vf_view *view = fresh();
  must(vf_fill_value(&corner, view, -5));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[0] == -5);
  for (int c = 1; c < CELLS; c++) assert_true(values[c] == c + 1);
  discard(view);
}

/* The next kernel sees the values that the host wrote and announced. */
static void kernels_see_what_the_host_marked_as_written(void **state)
{
  (void)state;
  vf_view *view = both_newest();
  values[CELLS - 1] = 5000;
  must(vf_view_mark_written(view, VF_HOST));
  assert_true(norm(&all, view) == 5000);
  expect(view, 1, 0, true, true);
}

/* Code that wrote through the device address announces its write; the host then reads the new values. */
static void host_sees_what_other_code_wrote_on_the_device(void **state)
{
  (void)state;
  vf_view *view = fresh();
  void *address = NULL;
  must(vf_view_device_address(view, VF_READ, &address));
  assert_non_null(address);
  if (!on_gpu()) ((double *)address)[3] = -77;
  must(vf_view_mark_written(view, VF_DEVICE));
  must(vf_view_to_host(view, VF_READ));
  if (!on_gpu()) assert_true(values[3] == -77);
  expect(view, 1, 1, true, true);
}

/* An announced write to the stale side would lose the newest values. The call is refused, and nothing changes. */
static void marking_the_stale_side_is_refused(void **state)
{
  (void)state;
  vf_view *view = host_newest();
  if (separate()) refused(vf_view_mark_written(view, VF_DEVICE), VF_ERROR_STALE, "'values'");
  expect(view, 0, 0, true, false);
  view = device_newest();
  if (separate()) refused(vf_view_mark_written(view, VF_HOST), VF_ERROR_STALE, "to_host");
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[0] == 1000);
  expect(view, 0, 1, true, true);
}

/* sync_h2d makes the device equal to the host, even if the device had newer values. */
static void sync_h2d_overrules_newer_device_values(void **state)
{
  (void)state;
  vf_view *view = device_newest();
  if (!separate()) skip();
  must(vf_view_sync_h2d(view));
  assert_true(norm(&all, view) == CELLS);
  expect(view, 1, 0, true, true);
}

/* A device that never held the array has nothing to copy back, also after a failed first launch. */
static int failing(const vfi_launch *launch)
{
  (void)launch;
  return EIO;
}

static void sync_d2h_needs_a_device_that_held_the_array(void **state)
{
  (void)state;
  vf_view *view = fresh();
  if (!separate()) {
    must(vf_view_sync_d2h(view));
    discard(view);
    return;
  }
  refused(vf_view_sync_d2h(view), VF_ERROR_STATE, "'values'");
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, failing));
  const vf_status status = vf_fill_value(&all, view, 3);
  must(vfi_kernel_tune(&vf_fill_value_kernel, backend_under_test(), VF_REAL64, NULL));
  assert_int_equal(status, VF_ERROR_DEVICE);
  refused(vf_view_sync_d2h(view), VF_ERROR_STATE, "'values'");
  for (int c = 0; c < CELLS; c++) assert_true(values[c] == c + 1);
  expect(view, 0, 0, true, false);
}

/* After to_host returns the host may read, also when nothing had to be copied. */
static void to_host_without_a_copy_lets_the_host_read(void **state)
{
  (void)state;
  vf_view *view = device_newest();
  must(vf_view_to_host(view, VF_READ));
  must(vf_counters_reset(NULL));
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(values[c] == 1000);
  expect(view, 0, 0, true, true);
}

/* A refused kernel leaves every state unchanged. */
static void refused_kernel_changes_no_state(void **state)
{
  (void)state;
  const vf_box outside = { { -2, 2, 0 }, { N - 2, N + 1, N - 1 } };
  vf_view *view = host_newest();
  refused(vf_fill_value(&outside, view, 1), VF_ERROR_BOX, "'values'");
  expect(view, 0, 0, true, false);
  view = device_newest();
  refused(vf_fill_value(&outside, view, 1), VF_ERROR_BOX, "'values'");
  assert_true(norm(&all, view) == 1000);
  expect(view, 0, 0, false, true);
  view = both_newest();
  refused(vf_fill_value(&outside, view, 1), VF_ERROR_BOX, "'values'");
  expect(view, 0, 0, true, true);
}

/* A call whose boxes are all empty moves nothing and counts as no launch. */
static void empty_boxes_move_nothing(void **state)
{
  (void)state;
  vf_view *view = host_newest();
  const vf_box empty = { { 0, 2, 0 }, { -1, 2, 0 } };
  double result = -1;
  must(vf_fill_value(&empty, view, 1));
  must(vf_norm_max(&empty, view, &result));
  assert_true(result == 0);
  assert_int_equal(counters().launches, 0);
  assert_int_equal(counters().device_bytes, 0);
  expect(view, 0, 0, true, false);
}

/* A write to all of a component view is an update of the whole array, because the other components keep their
 * values. */
static void writing_a_component_view_keeps_the_other_components(void **state)
{
  (void)state;
  static double field[2 * CELLS];
  const int64_t four[4] = { N, N, N, 2 };
  const int bounds[4] = { -1, 2, 0, 0 };
  for (int c = 0; c < 2 * CELLS; c++) field[c] = c + 1;
  vf_view *view = wrapped(field, 4, four, bounds, "field"), *second = NULL;
  must(vf_view_component(view, 1, 1, &second));
  must(vf_fill_value(&all, second, -3));
  assert_int_equal(counters().bytes_to_device, separate() ? sizeof field : 0);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(field[c] == c + 1 && field[CELLS + c] == -3);
  must(vf_view_release(&second, false));
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(host_newest_host_read_stays),
  claim(host_newest_host_write_stays),
  claim(host_newest_host_update_stays),
  claim(host_newest_device_read_copies_and_both_are_valid),
  claim(host_newest_device_write_copies_nothing),
  claim(host_newest_device_update_copies),
  claim(device_newest_host_read_copies_and_both_are_valid),
  claim(device_newest_host_write_copies_nothing),
  claim(device_newest_host_update_copies),
  claim(device_newest_device_read_stays),
  claim(device_newest_device_write_stays),
  claim(device_newest_device_update_stays),
  claim(both_newest_host_read_keeps_both),
  claim(both_newest_host_write_leaves_the_host),
  claim(both_newest_host_update_leaves_the_host),
  claim(both_newest_device_read_keeps_both),
  claim(both_newest_device_write_leaves_the_device),
  claim(both_newest_device_update_leaves_the_device),
  claim(host_may_be_marked_written_when_valid),
  claim(device_may_be_marked_written_when_valid),
  claim(sync_h2d_copies_also_when_nothing_is_stale),
  claim(sync_d2h_copies_also_when_nothing_is_stale),
  claim(second_device_read_moves_nothing),
  claim(overwriting_the_whole_view_moves_nothing),
  claim(overwriting_a_part_keeps_the_rest),
  claim(kernels_see_what_the_host_marked_as_written),
  claim(host_sees_what_other_code_wrote_on_the_device),
  claim(marking_the_stale_side_is_refused),
  claim(sync_h2d_overrules_newer_device_values),
  claim(sync_d2h_needs_a_device_that_held_the_array),
  claim(to_host_without_a_copy_lets_the_host_read),
  claim(refused_kernel_changes_no_state),
  claim(empty_boxes_move_nothing),
  claim(writing_a_component_view_keeps_the_other_components),
};
RUN("coherence", tests)
