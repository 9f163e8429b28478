/* Arrays that leave a full device: VF_DEVICE_MEMORY. */
#include <pthread.h>
#include <stdio.h>

#include <viewfab/memory.h>
#include <viewfab/set.h>

#include "watched_backend.h"

enum { CELLS = 16384, ARRAYS = 8, BYTES = CELLS * 8 };
static double values[ARRAYS][CELLS];
static vf_view *views[ARRAYS];
static const vf_box all = { { 1, 1, 1 }, { CELLS, 1, 1 } };

static vf_memory figures(void)
{
  vf_memory memory;
  must(vf_memory_get(NULL, &memory));
  return memory;
}

/* Opens the device again, with memory for so many arrays and a few small blocks of scratch. */
static void open_for(int arrays)
{
  char text[32];
  snprintf(text, sizeof text, "%d", arrays * BYTES + BYTES / 2);
  setenv("VF_DEVICE_MEMORY", text, 1);
  watch(NULL, false);
  unsetenv("VF_DEVICE_MEMORY");
}

static void wrap_all(void)
{
  static const char *const labels[ARRAYS] = { "a", "b", "c", "d", "e", "f", "g", "h" };
  for (int v = 0; v < ARRAYS; v++) {
    for (int c = 0; c < CELLS; c++) values[v][c] = v + 1;
    views[v] = wrapped_line(values[v], CELLS, labels[v]);
  }
}

static void release_all(void) { must(vf_views_release(views, ARRAYS, true)); }

static bool on_device(const vf_view *view)
{
  vf_counters of_view;
  must(vf_view_counters(view, &of_view));
  return of_view.device_bytes > 0;
}

static void expect_on_device(const char *labels)
{
  for (int v = 0; v < ARRAYS; v++)
    if (on_device(views[v]) != !!strstr(labels, vf_view_label(views[v])))
      fail_msg("%s is %s the device, expected: %s", vf_view_label(views[v]), on_device(views[v]) ? "on" : "not on",
               labels);
}

static void array_with_the_oldest_use_leaves_first(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(3);
  wrap_all();
  for (int v = 0; v < 3; v++) must(vf_fill_value(&all, views[v], 10 + v));
  expect_on_device("abc");
  assert_true(norm(&all, views[0]) == 10);
  must(vf_fill_value(&all, views[3], 13));
  expect_on_device("acd");
  must(vf_fill_value(&all, views[4], 14));
  expect_on_device("ade");
  assert_int_equal(counters().evictions, 2);
  assert_int_equal(counters().evicted_bytes, 2 * BYTES);
  assert_int_equal(figures().evictions, 2);
  release_all();
}

static void only_values_that_the_host_lacks_are_written_back(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(2);
  wrap_all();
  must(vf_view_to_device(views[0], VF_READ));
  must(vf_fill_value(&all, views[1], 7));
  must(vf_fill_value(&all, views[2], 8));
  expect_copies(1, 0); /* a was the same on both sides */
  must(vf_fill_value(&all, views[3], 9));
  expect_copies(1, 1);
  expect_state(views[1], true, false);
  for (int c = 0; c < CELLS; c++) assert_true(values[1][c] == 7 && values[0][c] == 1);
  release_all();
}

static void arrays_of_many_times_the_limit_compute_the_same(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(2);
  wrap_all();
  double expected[ARRAYS];
  for (int v = 0; v < ARRAYS; v++) expected[v] = v + 1;
  for (int round = 0; round < 5; round++)
    for (int v = 0; v < ARRAYS; v++) {
      const int from = (v * 3 + round) % ARRAYS;
      if (from == v) continue;
      must(vf_axpy(&all, 0.5, views[from], views[v]));
      expected[v] += 0.5 * expected[from];
    }
  assert_true(figures().most_bytes <= figures().limit_bytes);
  assert_true(counters().evictions > ARRAYS);
  must(vf_views_to_host(views, ARRAYS, VF_READ));
  for (int v = 0; v < ARRAYS; v++)
    for (int c = 0; c < CELLS; c++) assert_true(values[v][c] == expected[v]);
  release_all();
}

static void array_whose_device_address_is_known_stays(void **state)
{
  (void)state;
  void *address = NULL, *again = NULL;
  if (!separate()) skip();
  open_for(2);
  wrap_all();
  must(vf_view_device_address(views[0], VF_UPDATE, &address));
  for (int v = 1; v < 5; v++) must(vf_fill_value(&all, views[v], v));
  expect_on_device("ae");
  must(vf_view_device_address(views[0], VF_UPDATE, &again));
  assert_ptr_equal(address, again);
  refused(vf_views_to_device(views + 1, 2, VF_READ), VF_ERROR_MEMORY, "'a' 131072");
  assert_true(on_device(views[0]));
  release_all();
}

/* The arrays of a set share a block; they leave together, and come again together. */
static void arrays_of_a_set_leave_together(void **state)
{
  (void)state;
  const vf_box boxes[2] = { { { 1, 1, 1 }, { CELLS, 1, 1 } }, { { 1, 2, 1 }, { CELLS, 2, 1 } } };
  vf_set *set = NULL;
  vf_view *members[2];
  double number = 0;
  if (!separate()) skip();
  open_for(3);
  wrap_all();
  must(vf_set_create(NULL, boxes, 2, VF_REAL64, 1, 0, 0, "set", &set));
  must(vf_fill_value_boxes(boxes, 2, set, 9));
  for (int b = 0; b < 2; b++) must(vf_set_view(set, b, NULL, &members[b]));
  assert_true(on_device(members[0]) && on_device(members[1]));
  must(vf_fill_value(&all, views[0], 5));
  must(vf_fill_value(&all, views[1], 6));
  assert_true(!on_device(members[0]) && !on_device(members[1]));
  must(vf_norm_max_boxes(boxes, 2, set, &number, NULL));
  assert_true(number == 9);
  must(vf_view_release(&set, true));
  release_all();
}

/* Many arrays brought by one request: each leaves by itself. */
static void arrays_of_a_list_leave_one_by_one(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(3);
  wrap_all();
  must(vf_views_to_device(views, 3, VF_UPDATE));
  expect_on_device("abc");
  must(vf_fill_value(&all, views[1], 5));
  must(vf_fill_value(&all, views[3], 6));
  must(vf_axpy(&all, 1, views[1], views[3]));
  assert_true(on_device(views[1]) && on_device(views[3]));
  for (int c = 0; c < CELLS; c++) assert_true(values[0][c] == 1);
  refused(vf_views_to_device(views, 4, VF_READ), VF_ERROR_MEMORY, "'");
  must(vf_axpy(&all, 1, views[3], views[0]));
  assert_true(norm(&all, views[0]) == 12);
  release_all();
}

static void call_that_does_not_fit_names_the_sizes(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(1);
  wrap_all();
  must(vf_fill_value(&all, views[1], 3));
  refused(vf_views_to_device(views + 1, 2, VF_READ), VF_ERROR_MEMORY, "'c'");
  if (!strstr(vf_last_error(), "131072 bytes") || !strstr(vf_last_error(), "'b' 131072") ||
      !strstr(vf_last_error(), "VF_DEVICE_MEMORY=196608"))
    fail_msg("no sizes: %s", vf_last_error());
  assert_true(norm(&all, views[2]) == 3);
  assert_true(norm(&all, views[1]) == 3);
  release_all();
}

/* The places of the arrays of a set on the device are in tables. */
static void sets_find_their_arrays_again(void **state)
{
  (void)state;
  enum { BOXES = 3, SIDE = 24, BOX_BYTES = SIDE * SIDE * SIDE * 8 };
  vf_box boxes[BOXES];
  vf_set *sets[3] = { NULL };
  char text[32];
  double number = 0;
  if (!separate()) skip();
  snprintf(text, sizeof text, "%d", 2 * BOXES * BOX_BYTES + (64 << 10));
  setenv("VF_DEVICE_MEMORY", text, 1);
  watch(NULL, false);
  unsetenv("VF_DEVICE_MEMORY");
  for (int b = 0; b < BOXES; b++) boxes[b] = (vf_box){ { 1 + b * SIDE, 1, 1 }, { (b + 1) * SIDE, SIDE, SIDE } };
  for (int s = 0; s < 3; s++) {
    must(vf_set_create(NULL, boxes, BOXES, VF_REAL64, 1, 0, 0, "set", &sets[s]));
    must(vf_fill_value_boxes(boxes, BOXES, sets[s], s + 1));
  }
  double expected[3] = { 1, 2, 3 };
  for (int round = 0; round < 4; round++)
    for (int s = 0; s < 3; s++) {
      must(vf_axpy_boxes(boxes, BOXES, 2, sets[s], sets[(s + 1) % 3]));
      expected[(s + 1) % 3] += 2 * expected[s];
    }
  assert_true(counters().evictions > 0);
  for (int s = 0; s < 3; s++) {
    must(vf_norm_max_boxes(boxes, BOXES, sets[s], &number, NULL));
    assert_true(number == expected[s]);
    must(vf_view_release(&sets[s], true));
  }
}

/* Each side has newer parts: those of the device come to the host, and those of the host stay. */
static void states_by_part_are_kept(void **state)
{
  (void)state;
  const vf_box low = line(1, 100), high = line(CELLS - 99, CELLS);
  if (!separate()) skip();
  setenv("VF_STAGING", "4096", 1);
  char text[32];
  snprintf(text, sizeof text, "%d", 2 * BYTES);
  setenv("VF_DEVICE_MEMORY", text, 1);
  watch("4096", false);
  unsetenv("VF_DEVICE_MEMORY");
  unsetenv("VF_STAGING");
  wrap_all();
  must(vf_view_to_device(views[0], VF_READ));
  must(vf_fill_value(&low, views[0], 50));
  must(vf_view_to_host_box(views[0], VF_WRITE, &high, NULL));
  for (int c = CELLS - 100; c < CELLS; c++) values[0][c] = 60;
  must(vf_fill_value(&all, views[1], 1));
  must(vf_fill_value(&all, views[2], 1));
  assert_false(on_device(views[0]));
  expect_state(views[0], true, false);
  for (int c = 0; c < CELLS; c++) assert_true(values[0][c] == (c < 100 ? 50 : c < CELLS - 100 ? 1 : 60));
  release_all();
}

static void sync_to_the_host_of_an_array_that_left_keeps_its_values(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(1);
  wrap_all();
  must(vf_fill_value(&all, views[0], 4));
  must(vf_fill_value(&all, views[1], 5));
  assert_false(on_device(views[0]));
  must(vf_view_sync_d2h(views[0]));
  for (int c = 0; c < CELLS; c++) assert_true(values[0][c] == 4);
  const vf_box some = line(5, 50);
  must(vf_view_sync_d2h_box(views[0], &some, NULL));
  assert_false(on_device(views[0]));
  for (int c = 0; c < CELLS; c++) assert_true(values[0][c] == 4);
  release_all();
}

/* If the values do not reach the host, they stay on the device, and the call is refused. */
static void failed_copy_to_the_host_loses_nothing(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(1);
  wrap_all();
  must(vf_fill_value(&all, views[0], 4));
  watched.calls = 0;
  watched.fails_at = 1;
  refused(vf_fill_value(&all, views[1], 5), VF_ERROR_DEVICE, "a copy to the host");
  watched.fails_at = 0;
  assert_true(on_device(views[0]));
  expect_state(views[0], false, true);
  must(vf_fill_value(&all, views[1], 5));
  for (int c = 0; c < CELLS; c++) assert_true(values[0][c] == 4);
  release_all();
}

/* The host waits for a copy in either direction before the memory of the device gets another owner. */
static void copies_in_the_air_arrive_before_their_arrays_leave(void **state)
{
  (void)state;
  if (!separate()) skip();
  open_for(2);
  wrap_all();
  must(vf_view_prefetch(views[0], VF_DEVICE));
  must(vf_fill_value(&all, views[1], 7));
  must(vf_view_prefetch(views[1], VF_HOST));
  must(vf_fill_value(&all, views[2], 8));
  must(vf_fill_value(&all, views[3], 9));
  expect_on_device("cd");
  must(vf_view_prefetch(views[4], VF_DEVICE));
  must(vf_view_prefetch(views[5], VF_DEVICE));
  expect_on_device("ef");
  for (int c = 0; c < CELLS; c++) assert_true(values[1][c] == 7 && values[2][c] == 8 && values[3][c] == 9);
  must(vf_axpy(&all, 1, views[4], views[5]));
  must(vf_axpy(&all, 1, views[0], views[1]));
  must(vf_views_to_host(views, ARRAYS, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(values[5][c] == 11 && values[1][c] == 8 && values[0][c] == 1);
  release_all();
}

static void contexts_of_a_device_share_the_limit(void **state)
{
  (void)state;
  vf_context *other = NULL;
  static double there[CELLS];
  const int64_t length = CELLS;
  vf_view *view = NULL;
  if (!separate()) skip();
  open_for(2);
  wrap_all();
  must(vf_context_create(vf_context_device(NULL), &other));
  must(vf_view_wrap(other, there, VF_REAL64, 1, &length, NULL, "there", VF_WRAP_DISTINCT, &view));
  must(vf_fill_value(&all, view, 3));
  for (int v = 0; v < 3; v++) must(vf_fill_value(&all, views[v], v));
  assert_false(on_device(view));
  for (int c = 0; c < CELLS; c++) assert_true(there[c] == 3);
  discard(view);
  must(vf_context_destroy(other));
  release_all();
}

static void *fill_and_check(void *place)
{
  const int first = *(const int *)place;
  for (int round = 0; round < 200; round++)
    for (int v = first; v < ARRAYS; v += 2) {
      double number = 0;
      if (vf_fill_value(&all, views[v], round + v) || vf_norm_max(&all, views[v], &number) || number != round + v)
        return (void *)vf_last_error();
    }
  return NULL;
}

/* The call of one thread takes no array from the call of another. */
static void calls_of_threads_keep_their_arrays(void **state)
{
  (void)state;
  pthread_t threads[2];
  int places[2] = { 0, 1 };
  if (!separate()) skip();
  open_for(3);
  wrap_all();
  for (int t = 0; t < 2; t++) assert_int_equal(pthread_create(&threads[t], NULL, fill_and_check, &places[t]), 0);
  for (int t = 0; t < 2; t++) {
    void *wrong = NULL;
    assert_int_equal(pthread_join(threads[t], &wrong), 0);
    if (wrong) fail_msg("a thread has a wrong number, or: %s", (const char *)wrong);
  }
  assert_true(counters().evictions > 0);
  release_all();
}

static void limit_is_a_number_of_bytes(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int64_t bytes;
  } right[] = { { "500M", (int64_t)500 << 20 },
                { "2G", (int64_t)2 << 30 },
                { "64K", 64 << 10 },
                { "123456789012", 123456789012 },
                { "0", 0 },
                { "", 0 } };
  static const char *const wrong[] = { "2g", "1.5G", "-1", "G", "2GB", "none" };
  for (size_t w = 0; w < sizeof right / sizeof *right; w++) {
    must(vf_finalize());
    setenv("VF_DEVICE_MEMORY", right[w].text, 1);
    must(vf_init(NULL));
    assert_int_equal(figures().limit_bytes, separate() ? right[w].bytes : 0);
  }
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    must(vf_finalize());
    setenv("VF_DEVICE_MEMORY", wrong[w], 1);
    refused(vf_init(NULL), VF_ERROR_ARGUMENT, "VF_DEVICE_MEMORY");
  }
  unsetenv("VF_DEVICE_MEMORY");
  must(vf_init(NULL));
}

static const struct CMUnitTest tests[] = {
  claim(array_with_the_oldest_use_leaves_first),
  claim(only_values_that_the_host_lacks_are_written_back),
  claim(arrays_of_many_times_the_limit_compute_the_same),
  claim(array_whose_device_address_is_known_stays),
  claim(arrays_of_a_set_leave_together),
  claim(arrays_of_a_list_leave_one_by_one),
  claim(call_that_does_not_fit_names_the_sizes),
  claim(sets_find_their_arrays_again),
  claim(states_by_part_are_kept),
  claim(sync_to_the_host_of_an_array_that_left_keeps_its_values),
  claim(failed_copy_to_the_host_loses_nothing),
  claim(copies_in_the_air_arrive_before_their_arrays_leave),
  claim(contexts_of_a_device_share_the_limit),
  claim(calls_of_threads_keep_their_arrays),
  claim(limit_is_a_number_of_bytes),
};
RUN("evictions", tests)
