/* The arrays that a call needs move together: how often the call takes memory and waits. */
#include "watched_backend.h"

enum { CELLS = 16, ARRAYS = 3 };
static double values[ARRAYS][CELLS];
static vf_view *views[ARRAYS];

static void wrap_all(void)
{
  static const char *const labels[ARRAYS] = { "density", "energy", "pressure" };
  for (int v = 0; v < ARRAYS; v++) {
    for (int c = 0; c < CELLS; c++) values[v][c] = 100 * v + c;
    views[v] = wrapped_line(values[v], CELLS, labels[v]);
  }
  watched.allocations = 0;
}

static void arguments_of_a_call_take_memory_once_and_wait_once(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  wrap_all();
  const vf_box inner = line(2, CELLS - 1);
  must(vf_copy(&inner, views[1], views[0]));
  assert_int_equal(watched.allocations, 1);
  assert_int_equal(counters().waits, 1);
  expect_copies(2, 0);
  must(vf_view_to_host(views[0], VF_READ));
  assert_true(values[0][0] == 0 && values[0][1] == 101 && values[0][CELLS - 1] == CELLS - 1);
  must(vf_views_release(views, ARRAYS, true));
  assert_int_equal(counters().device_bytes, 0);
}

static void list_takes_memory_once_and_waits_once(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  wrap_all();
  must(vf_views_to_device(views, ARRAYS, VF_READ));
  assert_int_equal(watched.allocations, 1);
  assert_int_equal(counters().waits, 1);
  expect_copies(ARRAYS, 0);
  assert_int_equal(counters().device_bytes, sizeof values);
  must(vf_views_release(views, ARRAYS, true));
  assert_int_equal(counters().device_bytes, 0);
}

/* Its memory is given back with itself. */
static void large_argument_has_memory_of_its_own(void **state)
{
  (void)state;
  const int64_t length = (16 << 20) / 8;
  if (!separate()) skip();
  watch(NULL, false);
  wrap_all();
  double *large = calloc((size_t)length, sizeof *large);
  assert_non_null(large);
  vf_view *view = wrapped_line(large, length, "large");
  const vf_box inner = line(1, CELLS);
  must(vf_axpy(&inner, 2, view, views[0]));
  assert_int_equal(watched.allocations, 2);
  discard(view);
  free(large);
  must(vf_views_release(views, ARRAYS, true));
}

static void array_that_is_listed_twice_moves_once(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(NULL, false);
  wrap_all();
  vf_view *list[4] = { views[0], NULL, views[1], views[0] };
  must(vf_view_component(views[0], 1, 1, &list[1]));
  must(vf_views_to_device(list, 4, VF_READ));
  expect_copies(2, 0);
  assert_int_equal(watched.allocations, 1);
  assert_int_equal(counters().device_bytes, 2 * sizeof values[0]);
  must(vf_view_release(&list[1], true));
  must(vf_views_release(views, ARRAYS, true));
  assert_int_equal(counters().device_bytes, 0);
}

static void failure_of_one_array_moves_none(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int call = 1; call <= ARRAYS + 1; call++) { /* the last call of the back end is the wait */
    watch(NULL, false);
    wrap_all();
    watched.fails_at = call;
    refused(vf_views_to_device(views, ARRAYS, VF_UPDATE), VF_ERROR_DEVICE, "a copy to the device failed");
    expect_copies(0, 0);
    for (int v = 0; v < ARRAYS; v++) expect_state(views[v], true, false);
    must(vf_views_to_device(views, ARRAYS, VF_UPDATE));
    expect_copies(ARRAYS, 0);
    must(vf_views_release(views, ARRAYS, true));
  }
}

static const struct CMUnitTest tests[] = {
  claim(arguments_of_a_call_take_memory_once_and_wait_once),
  claim(list_takes_memory_once_and_waits_once),
  claim(large_argument_has_memory_of_its_own),
  claim(array_that_is_listed_twice_moves_once),
  claim(failure_of_one_array_moves_none),
};
RUN("moves", tests)
