/* The counters of a context and of a view. */
#include "common.h"

enum { CELLS = 64 };
static double values[CELLS];

/* Each view has counters of its own. The context's counters are their sum, and a call sets them back to
 * zero. */
static void counters_are_kept_per_view_and_per_context(void **state)
{
  (void)state;
  static double other[4];
  vf_view *first = wrapped_line(values, CELLS, "values"), *second = wrapped_line(other, 4, "other");
  must(vf_view_sync_h2d(first));
  must(vf_view_sync_h2d(second));
  must(vf_view_sync_d2h(second));
  vf_counters own;
  must(vf_view_counters(second, &own));
  assert_int_equal(own.bytes_to_device, separate() ? sizeof other : 0);
  assert_int_equal(own.copies_to_host, separate());
  assert_int_equal(own.device_bytes, separate() ? sizeof other : 0);
  assert_int_equal(counters().bytes_to_device, separate() ? sizeof other + sizeof values : 0);
  must(vf_counters_reset(NULL));
  expect_copies(0, 0);
  assert_int_equal(counters().device_bytes, separate() ? sizeof other + sizeof values : 0);
  discard(first);
  discard(second);
  assert_int_equal(counters().device_bytes, 0);
}

/* Every copy adds its bytes to the counters of the view and of the context. */
static void bytes_of_every_copy_are_counted(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values, CELLS, "values");
  for (int copy = 1; copy <= 3; copy++) {
    vf_counters own;
    must(vf_view_sync_h2d(view));
    if (copy > 1) must(vf_view_sync_d2h(view));
    must(vf_view_counters(view, &own));
    const vf_counters of_context = counters();
    const int64_t up = separate() ? copy : 0, down = separate() ? copy - 1 : 0, bytes = sizeof values;
    assert_int_equal(own.copies_to_device, up);
    assert_int_equal(own.copies_to_host, down);
    assert_int_equal(own.bytes_to_device, up * bytes);
    assert_int_equal(own.bytes_to_host, down * bytes);
    assert_int_equal(own.waits, up + down);
    assert_int_equal(of_context.bytes_to_device, up * bytes);
    assert_int_equal(of_context.bytes_to_host, down * bytes);
    assert_int_equal(of_context.waits, up + down);
  }
  discard(view);
}

/* Kernel calls are counted once, whatever the number of boxes; a call without points is none. */
static void launches_count_calls_with_points(void **state)
{
  (void)state;
  const vf_box boxes[3] = { line(1, 2), line(3, 2), line(5, 9) };
  vf_view *view = wrapped_line(values, CELLS, "values");
  must(vf_fill_value_boxes(boxes, 3, view, 1));
  assert_int_equal(counters().launches, 1);
  must(vf_fill_value_boxes(boxes + 1, 1, view, 1));
  must(vf_fill_value_boxes(NULL, 0, view, 1));
  assert_int_equal(counters().launches, 1);
  discard(view);
}

/* Launches do not wait; reading the result of a reduction, a copy and vf_context_wait do, once each. */
static void waits_are_counted(void **state)
{
  (void)state;
  const vf_box all = line(1, CELLS);
  vf_view *view = wrapped_line(values, CELLS, "values");
  must(vf_fill_value(&all, view, 1));
  must(vf_fill_value(&all, view, 2));
  assert_int_equal(counters().waits, 0);
  norm(&all, view);
  assert_int_equal(counters().waits, 1);
  must(vf_context_wait(NULL));
  assert_int_equal(counters().waits, 2);
  must(vf_view_to_host(view, VF_READ));
  assert_int_equal(counters().waits, 2 + separate());
  discard(view);
}

/* Counters of two contexts are apart. */
static void contexts_count_apart(void **state)
{
  (void)state;
  static double other[8];
  const int64_t length = 8;
  vf_context *context = NULL;
  vf_view *view = NULL;
  vf_counters own;
  must(vf_context_create(NULL, &context));
  must(vf_view_wrap(context, other, VF_REAL64, 1, &length, NULL, "other", VF_WRAP_DISTINCT, &view));
  const vf_box all = line(1, 8);
  must(vf_fill_value(&all, view, 1));
  must(vf_counters_get(context, &own));
  assert_int_equal(own.launches, 1);
  assert_int_equal(counters().launches, 0);
  must(vf_context_destroy(context));
}

static const struct CMUnitTest tests[] = {
  claim(counters_are_kept_per_view_and_per_context),
  claim(bytes_of_every_copy_are_counted),
  claim(launches_count_calls_with_points),
  claim(waits_are_counted),
  claim(contexts_count_apart),
};
RUN("counters", tests)
