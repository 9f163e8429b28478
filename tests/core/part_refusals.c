/* Refused and failing moves of parts of arrays: no value is lost. */
#include "part_field.h"

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

/* Each move of data fails in its turn: no value is lost. */
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

static const struct CMUnitTest tests[] = {
  claim(host_that_lacks_a_part_may_not_announce_a_write_of_it),
  claim(release_is_refused_while_the_device_has_newer_parts),
  claim(refusals_name_the_array_and_the_indices),
  claim(sync_from_a_device_that_never_had_the_array_is_refused),
  claim(error_in_the_middle_loses_nothing),
  claim(without_buffers_for_packing_parts_move_row_by_row),
};
RUN("part_refusals", tests)
