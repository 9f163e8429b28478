/* Arrays of which a kernel first overwrites a box: the elements that travel to the device, and the right values on
 * both sides. */
#include <test_outside_kernels.h>

#include "watched_backend.h"

enum { SIDE = 64, MOST = SIDE * SIDE * 9 };
static const char small_arrays[] = "4096"; /* 512 bytes are enough */
static double numbers[MOST], values[MOST];
static const vf_box inner = { { 2, 2, 1 }, { SIDE - 1, SIDE - 1, 1 } };
static const int64_t ghosts = SIDE * SIDE - (SIDE - 2) * (SIDE - 2);

static void number_all(void)
{
  for (int c = 0; c < MOST; c++) numbers[c] = values[c] = c + 1;
}

/* A view of rank 2 with a layer around the box. */
static vf_view *square(double *host, const char *label)
{
  const int64_t extents[2] = { SIDE, SIDE };
  return wrapped(host, 2, extents, NULL, label);
}

static bool inside(int c)
{
  const int i = c % SIDE, j = c / SIDE;
  return i > 0 && i < SIDE - 1 && j > 0 && j < SIDE - 1;
}

static void expect_square(const double *host, double value)
{
  for (int c = 0; c < SIDE * SIDE; c++)
    if (host[c] != (inside(c) ? value : c + 1)) fail_msg("element %d is %g", c, host[c]);
}

static void only_what_is_outside_of_the_box_is_sent(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  number_all();
  vf_view *view = square(numbers, "field");
  must(vf_fill_value(&inner, view, -3));
  expect_copies(1, 0);
  assert_int_equal(counters().bytes_to_device, ghosts * 8);
  assert_int_equal(counters().waits, 1);
  expect_state(view, false, true);
  must(vf_view_to_host(view, VF_READ));
  expect_square(numbers, -3);
  must(vf_view_release(&view, false));
}

/* The second time too: the host has changed ghosts, and the box is overwritten again. */
static void arrays_that_the_host_has_changed_are_sent_so_again(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  number_all();
  vf_view *view = square(numbers, "field");
  for (int round = 1; round <= 4; round++) {
    must(vf_view_to_host(view, VF_UPDATE));
    numbers[0] = -round;
    must(vf_fill_value(&inner, view, round));
    assert_int_equal(counters().bytes_to_device, round * ghosts * 8);
    must(vf_view_to_host(view, VF_READ));
    assert_true(numbers[0] == -round);
    numbers[0] = 1;
    expect_square(numbers, round);
  }
  discard(view);
}

/* Boxes that leave out layers on any of the sides, in arrays with components and bounds of their own. */
static void both_sides_hold_what_they_should_whatever_the_box(void **state)
{
  (void)state;
  const int64_t extents[4] = { 64, 24, 12, 2 };
  const int lower[4] = { -1, 0, 3, 1 };
  if (!separate()) skip();
  watch(small_arrays, false);
  for (int sides = 0; sides < 64; sides++) {
    vf_box box;
    for (int d = 0; d < 3; d++) {
      box.lower[d] = lower[d] + (sides >> 2 * d & 1);
      box.upper[d] = lower[d] + (int)extents[d] - 1 - (sides >> (2 * d + 1) & 1);
    }
    number_all();
    vf_view *view = wrapped(numbers, 4, extents, lower, "field");
    must(vf_fill_value(&box, view, -1));
    must(vf_view_to_host(view, VF_READ));
    int c = 0;
    for (int n = 0; n < 2; n++)
      for (int k = 3; k < 15; k++)
        for (int j = 0; j < 24; j++)
          for (int i = -1; i < 63; i++, c++) {
            const int at[3] = { i, j, k };
            bool written = true;
            for (int d = 0; d < 3; d++) written = written && at[d] >= box.lower[d] && at[d] <= box.upper[d];
            if (numbers[c] != (written ? -1 : c + 1)) fail_msg("sides %d: element %d is %g", sides, c, numbers[c]);
          }
    discard(view);
  }
  assert_in_range(watched.unpacks, 10, 200); /* in buffers of 512 elements */
}

/* Half of the box is written, so all of the array goes to the device. */
static void array_of_which_one_colour_is_written_is_sent_whole(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  number_all();
  vf_view *view = square(numbers, "field");
  must(vf_set_colour(&inner, view, -3, 0));
  assert_int_equal(counters().bytes_to_device, SIDE * SIDE * 8);
  must(vf_view_to_host(view, VF_READ));
  assert_true(numbers[SIDE + 1] == SIDE + 2 && numbers[SIDE + 2] == -3);
  discard(view);
}

/* An array that the call reads travels whole, although another argument overwrites it. */
static void array_that_the_call_also_reads_is_sent_whole(void **state)
{
  (void)state;
  if (!separate()) skip();
  for (int order = 0; order < 2; order++) {
    watch(small_arrays, false);
    number_all();
    vf_view *view = square(numbers, "field"), *other = square(values, "other");
    vf_view *again = NULL;
    const int64_t extents[2] = { SIDE, SIDE };
    must(vf_view_wrap(NULL, numbers, VF_REAL64, 2, extents, NULL, "joined", VF_WRAP_JOIN, &again));
    if (order) must(vf_read_then_write(&inner, again, view, other));
    else must(vf_write_then_read(&inner, view, again, other));
    assert_int_equal(watched.unpacks, 1); /* of the other array, which is only written */
    assert_int_equal(counters().bytes_to_device, SIDE * SIDE * 8 + ghosts * 8);
    must(vf_view_to_host(view, VF_READ));
    must(vf_view_to_host(other, VF_READ));
    for (int c = 0; c < SIDE * SIDE; c++) {
      if (numbers[c] != (inside(c) ? 2 * (c + 1) : c + 1)) fail_msg("element %d is %g", c, numbers[c]);
      if (values[c] != (inside(c) ? -1 : c + 1)) fail_msg("element %d of the other one is %g", c, values[c]);
    }
    discard(again);
    discard(view);
    discard(other);
  }
}

/* The system refuses the buffers for packed elements: then all elements are sent, and the call succeeds. */
static void without_memory_for_the_part_the_whole_is_sent(void **state)
{
  (void)state;
  if (!separate()) skip();
  watch(small_arrays, false);
  number_all();
  vf_view *view = square(numbers, "field");
  watched.refuses_shared = true;
  must(vf_fill_value(&inner, view, -3));
  assert_int_equal(watched.unpacks, 0);
  assert_int_equal(counters().bytes_to_device, SIDE * SIDE * 8);
  must(vf_view_to_host(view, VF_READ));
  expect_square(numbers, -3);
  discard(view);
}

static void error_in_the_middle_leaves_the_host_newest(void **state)
{
  (void)state;
  if (!separate()) skip();
  bool failed = true;
  for (int call = 1; failed; call++) {
    watch(small_arrays, false);
    number_all();
    vf_view *view = square(numbers, "field");
    watched.fails_at = call;
    const vf_status status = vf_fill_value(&inner, view, -3);
    failed = watched.calls >= call;
    watched.fails_at = 0;
    if (status != (failed ? VF_ERROR_DEVICE : VF_OK)) fail_msg("call %d: status %d", call, status);
    assert_true(call < 20);
    if (failed) {
      expect_state(view, true, false);
      expect_copies(0, 0);
      must(vf_fill_value(&inner, view, -3));
    }
    must(vf_view_to_host(view, VF_READ));
    expect_square(numbers, -3);
    discard(view);
  }
}

static void arrays_are_sent_whole_where_it_would_not_pay(void **state)
{
  (void)state;
  if (!separate()) skip();
  const vf_box half = { { 2, 2, 1 }, { SIDE - 1, SIDE / 2, 1 } };
  static const char *const sizes[] = { NULL, "0", small_arrays };
  for (int s = 0; s < 3; s++) { /* 8 MiB: the array is small; none wanted; much is left */
    watch(sizes[s], false);
    number_all();
    vf_view *view = square(numbers, "field");
    must(vf_fill_value(s == 2 ? &half : &inner, view, -3));
    assert_int_equal(counters().bytes_to_device, SIDE * SIDE * 8);
    discard(view);
  }
}

/* Elements that no kernel has written are NaN in the mirror, because a GPU has arbitrary values there. So the mirror
 * shows a read before the first write. */
static void work_arrays_that_are_read_before_they_are_written_show_in_the_mirror(void **state)
{
  (void)state;
  if (!separate() || on_gpu()) skip();
  number_all();
  vf_view *view = square(numbers, "work");
  must(vf_views_to_device(&view, 1, VF_WRITE));
  expect_copies(0, 0);
  must(vf_fill_value(&inner, view, 4));
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < SIDE * SIDE; c++) assert_true(inside(c) ? numbers[c] == 4 : numbers[c] != numbers[c]);
  must(vf_view_release(&view, false));
}

static const struct CMUnitTest tests[] = {
  claim(only_what_is_outside_of_the_box_is_sent),
  claim(arrays_that_the_host_has_changed_are_sent_so_again),
  claim(both_sides_hold_what_they_should_whatever_the_box),
  claim(array_of_which_one_colour_is_written_is_sent_whole),
  claim(array_that_the_call_also_reads_is_sent_whole),
  claim(without_memory_for_the_part_the_whole_is_sent),
  claim(error_in_the_middle_leaves_the_host_newest),
  claim(arrays_are_sent_whole_where_it_would_not_pay),
  claim(work_arrays_that_are_read_before_they_are_written_show_in_the_mirror),
};
RUN("outside", tests)
