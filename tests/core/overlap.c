/* Memory that a live view covers already: when a new view joins the live array, and when it is refused. */
#include "common.h"

#include <sys/mman.h>

enum { CELLS = 48 };
static double values[CELLS];

static vf_view *whole(void)
{
  for (int c = 0; c < CELLS; c++) values[c] = c;
  return wrapped_line(values, CELLS, "live");
}

static vf_status wrap(int first, int64_t length, vf_wrap_rule rule, vf_view **view)
{
  return vf_view_wrap(NULL, values + first, VF_REAL64, 1, &length, NULL, "new", rule, view);
}

/* The same array, wrapped twice with join, has a single state and a single copy on the device. */
static void joined_views_share_state_and_device_memory(void **state)
{
  (void)state;
  vf_view *first = whole(), *second = NULL;
  const vf_box all = line(1, CELLS);
  must(vf_fill_value(&all, first, 5));
  must(wrap(0, CELLS, VF_WRAP_JOIN, &second));
  assert_true(norm(&all, second) == 5);
  expect_copies(0, 0);
  expect_state(second, !separate(), true);
  assert_int_equal(counters().device_bytes, separate() ? sizeof values : 0);
  must(vf_view_release(&first, false));
  must(vf_view_to_host(second, VF_READ));
  assert_true(values[CELLS - 1] == 5);
  discard(second);
}

/* A joined part of a live array is a window on the array with bounds of its own. */
static void part_of_a_live_array_is_joined(void **state)
{
  (void)state;
  vf_view *live = whole(), *part = NULL;
  const int64_t extents[2] = { 4, 3 };
  const int lower[2] = { 0, 0 };
  must(vf_view_wrap(NULL, values + 12, VF_REAL64, 2, extents, lower, "part", VF_WRAP_JOIN, &part));
  const vf_box box = { { 0, 0, 1 }, { 3, 2, 1 } };
  must(vf_fill_value(&box, part, -1));
  must(vf_view_to_host(live, VF_READ));
  for (int c = 0; c < CELLS; c++) assert_true(values[c] == (c >= 12 && c < 24 ? -1 : c));
  must(vf_view_release(&part, false));
  discard(live);
}

/* Without join the new view may be another array, so the host's values count as the newest. */
static void distinct_wrap_trusts_only_the_host(void **state)
{
  (void)state;
  vf_view *live = whole(), *new = NULL;
  const vf_box all = line(1, CELLS);
  must(vf_view_sync_h2d(live));
  values[3] = 500;
  must(wrap(0, CELLS, VF_WRAP_DISTINCT, &new));
  expect_state(new, true, !separate());
  assert_true(norm(&all, new) == 500);
  must(vf_view_release(&new, false));
  discard(live);
}

/* Such a wrap would lose newer values of the device, so the call is refused. A join or a release of the live view is
 * the way on. */
static void distinct_wrap_over_newer_device_values_is_refused(void **state)
{
  (void)state;
  vf_view *live = whole(), *new = NULL;
  const vf_box all = line(1, CELLS);
  must(vf_fill_value(&all, live, 9));
  if (separate()) {
    refused(wrap(0, CELLS, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP, "'live'");
    refused(wrap(5, 3, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP, "'live'");
    assert_null(new);
  }
  must(wrap(5, 3, VF_WRAP_JOIN, &new));
  must(vf_view_release(&new, false));
  assert_true(norm(&all, live) == 9);
  discard(live);
  must(wrap(0, CELLS, VF_WRAP_DISTINCT, &new));
  must(vf_view_release(&new, false));
}

/* A range that lies partly outside the live array, before, behind or around it, is refused under both rules. */
static void partial_overlap_is_refused(void **state)
{
  (void)state;
  vf_view *live = NULL, *new = NULL;
  must(wrap(10, 10, VF_WRAP_DISTINCT, &live));
  const int ranges[4][2] = { { 5, 6 }, { 19, 3 }, { 0, CELLS }, { 10, 11 } };
  for (int rule = VF_WRAP_DISTINCT; rule <= VF_WRAP_JOIN; rule++)
    for (int r = 0; r < 4; r++)
      refused(wrap(ranges[r][0], ranges[r][1], (vf_wrap_rule)rule, &new), VF_ERROR_OVERLAP, "does not lie inside");
  assert_null(new);
  discard(live);
  must(wrap(0, CELLS, VF_WRAP_DISTINCT, &new));
  discard(new);
}

/* Elements of another type are another array, and two arrays cannot be at the same place. */
static void other_type_at_the_same_place_is_refused(void **state)
{
  (void)state;
  vf_view *live = whole(), *new = NULL;
  const int64_t length = CELLS;
  for (int rule = VF_WRAP_DISTINCT; rule <= VF_WRAP_JOIN; rule++) {
    refused(vf_view_wrap(NULL, values, VF_REAL32, 1, &length, NULL, "new", (vf_wrap_rule)rule, &new), VF_ERROR_OVERLAP,
            "real32");
    refused(vf_view_wrap(NULL, values, VF_INT64, 1, &length, NULL, "new", (vf_wrap_rule)rule, &new), VF_ERROR_OVERLAP,
            "'live'");
  }
  discard(live);
}

/* Two contexts cannot hold the same memory. */
static void other_context_is_refused(void **state)
{
  (void)state;
  vf_view *live = whole(), *new = NULL;
  vf_context *other = NULL;
  const int64_t length = CELLS;
  must(vf_context_create(NULL, &other));
  for (int rule = VF_WRAP_DISTINCT; rule <= VF_WRAP_JOIN; rule++)
    refused(vf_view_wrap(other, values, VF_REAL64, 1, &length, NULL, "new", (vf_wrap_rule)rule, &new), VF_ERROR_OVERLAP,
            "another context");
  discard(live);
  must(vf_view_wrap(other, values, VF_REAL64, 1, &length, NULL, "new", VF_WRAP_DISTINCT, &new));
  must(vf_context_destroy(other));
}

/* Adjacent arrays do not overlap, and an array without elements between them overlaps neither. */
static void adjacent_arrays_do_not_overlap(void **state)
{
  (void)state;
  vf_view *left = NULL, *middle = NULL, *right = NULL, *nothing = NULL;
  const vf_box all = line(1, 16);
  must(wrap(16, 16, VF_WRAP_DISTINCT, &middle));
  must(wrap(0, 16, VF_WRAP_DISTINCT, &left));
  must(wrap(32, 16, VF_WRAP_DISTINCT, &right));
  must(wrap(20, 0, VF_WRAP_DISTINCT, &nothing));
  for (int c = 0; c < CELLS; c++) values[c] = 1;
  must(vf_fill_value(&all, middle, 7));
  must(vf_view_to_host(left, VF_READ));
  must(vf_view_to_host(right, VF_READ));
  assert_true(norm(&all, left) == 1 && norm(&all, right) == 1);
  must(vf_view_sync_d2h(middle));
  for (int c = 0; c < CELLS; c++) assert_true(values[c] == (c / 16 == 1 ? 7 : 1));
  discard(left);
  discard(middle);
  discard(right);
  discard(nothing);
}

/* A code may free an array without a release, and the next array may get its address. Then the values of the new array
 * count. */
static void reused_address_is_not_taken_for_the_old_array(void **state)
{
  (void)state;
  const size_t bytes = 1 << 20;
  const int length = (int)(bytes / sizeof(double));
  const vf_box all = line(1, length);
  double *old = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(old != MAP_FAILED);
  vf_view *first = wrapped_line(old, length, "old");
  for (int c = 0; c < length; c++) old[c] = 1;
  for (int transfer = 0; transfer < 3; transfer++) must(vf_view_sync_h2d(first)); /* page-locked from the second on */
  munmap(old, bytes);
  double *new = mmap(old, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  assert_ptr_equal(new, old);
  for (int c = 0; c < length; c++) new[c] = 2;
  vf_view *second = wrapped_line(new, length, "new");
  for (int transfer = 0; transfer < 3; transfer++) {
    new[length / 2] = 10 + transfer;
    must(vf_view_mark_written(second, VF_HOST));
    assert_true(norm(&all, second) == 10 + transfer);
  }
  must(vf_fill_value(&all, second, 20));
  must(vf_view_to_host(second, VF_READ));
  for (int c = 0; c < length; c++) assert_true(new[c] == 20);
  discard(second);
  discard(first);
  assert_int_equal(counters().locked_bytes, 0);
  munmap(new, bytes);
}

/* A created array is new memory and cannot be a live array. If a forgotten view covers this memory, the call is refused
 * and does not join. */
static void created_array_never_joins_a_forgotten_one(void **state)
{
  (void)state;
  const int64_t length = 8 << 20; /* 64 MiB: so much memory comes from the system and goes back to the system */
  double *probe = malloc((size_t)length * 8);
  assert_non_null(probe);
  const uintptr_t first_address = (uintptr_t)probe - (uintptr_t)(4 * length * 8);
  free(probe);
  vf_view *first = wrapped_line((double *)first_address, 9 * length, "forgotten"), *second = NULL;
  refused(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "created", &second), VF_ERROR_OVERLAP, "'forgotten'");
  assert_null(second);
  discard(first);
  must(vf_view_create(NULL, VF_REAL64, 1, &length, NULL, "created", &second));
  must(vf_view_release(&second, false));
}

/* The text gives the place of a part in the bounds of the live array. */
static void place_of_a_part_is_told_in_the_bounds_of_the_live_array(void **state)
{
  (void)state;
  if (!separate()) skip();
  const int64_t extents[4] = { 4, 3, 2, 2 };
  const int lower[4] = { -1, 0, 5, 1 };
  const vf_box box = { { -1, 0, 5 }, { 2, 2, 6 } };
  vf_view *live = wrapped(values, 4, extents, lower, "whole"), *new = NULL;
  must(vf_fill_value(&box, live, 1));
  refused(wrap(0, CELLS, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP,
          "'new' has the address of 'whole'. 'whole' is live, and its newest values are on the device. If 'new' is the "
          "same "
          "array, wrap");
  refused(wrap(0, 4, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP,
          "'new' lies inside 'whole', from its element (-1, 0, 5, 1) on. 'whole' is live, and its newest values are on "
          "the device. If 'new' is a part of this array, wrap it with join");
  refused(wrap(1 + 4 * (2 + 3 * (1 + 2 * 1)), 2, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP,
          "'new' lies inside 'whole', from its element (0, 2, 6, 2) on.");
  vf_view *part = NULL;
  must(vf_view_component(live, 2, 1, &part));
  discard(live);
  refused(wrap(30, 2, VF_WRAP_DISTINCT, &new), VF_ERROR_OVERLAP, "from its element number 31 on");
  discard(part);
}

static const struct CMUnitTest tests[] = {
  claim(joined_views_share_state_and_device_memory),
  claim(part_of_a_live_array_is_joined),
  claim(distinct_wrap_trusts_only_the_host),
  claim(distinct_wrap_over_newer_device_values_is_refused),
  claim(partial_overlap_is_refused),
  claim(other_type_at_the_same_place_is_refused),
  claim(other_context_is_refused),
  claim(adjacent_arrays_do_not_overlap),
  claim(reused_address_is_not_taken_for_the_old_array),
  claim(created_array_never_joins_a_forgotten_one),
  claim(place_of_a_part_is_told_in_the_bounds_of_the_live_array),
};
RUN("overlap", tests)
