/* Views: shapes, bounds, labels and lifetimes. */
#include "common.h"

#include <limits.h>

static double values[360];
static const int64_t twelve = 12;

/* Views of rank 1 to 4 with lower bounds of any sign: elements keep their indices. */
static void ranks_1_to_4_keep_bounds_of_any_sign(void **state)
{
  (void)state;
  const int64_t extents[4] = { 3, 4, 5, 6 };
  const int lower[4] = { -7, 0, 1000000, -1 };
  for (int rank = 1; rank <= 4; rank++) {
    int64_t first[4] = { 0 }, last[4] = { 0 }, cells = 1;
    memset(values, 0, sizeof values);
    vf_view *view = wrapped(values, rank, extents, lower, "values");
    assert_int_equal(vf_view_rank(view), rank);
    assert_int_equal(vf_view_type(view), VF_REAL64);
    must(vf_view_bounds(view, first, last));
    vf_box end = { { 1, 1, 1 }, { 1, 1, 1 } };
    for (int d = 0; d < rank; d++) {
      assert_true(first[d] == lower[d] && last[d] == lower[d] + extents[d] - 1);
      if (d < 3) end.lower[d] = end.upper[d] = (int)last[d];
      cells *= extents[d];
    }
    must(vf_fill_value(&end, view, rank));
    must(vf_view_to_host(view, VF_READ));
    assert_true(values[cells - 1] == rank && values[0] == 0 && values[1] == 0);
    must(vf_view_release(&view, false));
  }
}

/* Bounds near both ends of the integers. */
static void bounds_reach_the_ends_of_the_integers(void **state)
{
  (void)state;
  const int ends[2] = { INT_MIN, INT_MAX - 12 };
  for (int e = 0; e < 2; e++) {
    const vf_box last = line(ends[e] + 11, ends[e] + 11);
    vf_view *view = wrapped(values, 1, &twelve, &ends[e], "values");
    must(vf_fill_value(&last, view, 7 + e));
    must(vf_view_to_host(view, VF_READ));
    assert_true(values[11] == 7 + e);
    must(vf_view_release(&view, false));
  }
}

/* Arrays without elements are legal in every call, with and without an address; kernels do nothing on them. */
static void arrays_without_elements_are_legal(void **state)
{
  (void)state;
  for (int empty = 0; empty < 4; empty++)
    for (int with_address = 0; with_address <= 1; with_address++) {
      int64_t extents[4] = { 2, 3, 4, 2 };
      extents[empty] = 0;
      const vf_box box = { { 1, 1, 1 }, { (int)extents[0], (int)extents[1], (int)extents[2] } };
      vf_view *view = wrapped(with_address ? values : NULL, 4, extents, NULL, "nothing");
      double result = -1;
      void *address = values;
      values[0] = 5;
      must(vf_fill_value(&box, view, 1));
      must(vf_norm_max(&box, view, &result));
      assert_true(result == 0);
      must(vf_view_sync_h2d(view));
      must(vf_view_sync_d2h(view));
      must(vf_view_to_device(view, VF_UPDATE));
      must(vf_view_to_host(view, VF_UPDATE));
      must(vf_view_device_address(view, VF_WRITE, &address));
      must(vf_view_mark_written(view, VF_HOST));
      must(vf_view_mark_written(view, VF_DEVICE));
      expect_state(view, true, true);
      expect_copies(0, 0);
      assert_int_equal(counters().launches, 0);
      must(vf_context_wait(NULL));
      must(vf_view_release(&view, false));
      assert_true(values[0] == 5);
    }
}

/* The address of an array without elements need not be aligned. */
static void address_of_no_elements_is_not_looked_at(void **state)
{
  (void)state;
  const int64_t none = 0;
  vf_view *view = wrapped((double *)((char *)values + 1), 1, &none, NULL, "nothing");
  must(vf_view_release(&view, false));
}

/* Extents that make no array are refused, with the label and the number. */
static void impossible_shapes_are_refused(void **state)
{
  (void)state;
  const int64_t negative[2] = { 4, -3 }, huge[3] = { INT64_MAX / 8, 3, 1 };
  vf_view *view = NULL;
#define WRAP(host, type, rank, extents) \
  vf_view_wrap(NULL, host, type, rank, extents, NULL, "phi", VF_WRAP_DISTINCT, &view)
  refused(WRAP(NULL, VF_REAL64, 1, &twelve), VF_ERROR_NULL, "'phi'");
  refused(WRAP(values, VF_REAL64, 2, negative), VF_ERROR_ARGUMENT, "'phi': extent -3 in direction 2");
  refused(WRAP(values, VF_REAL64, 3, huge), VF_ERROR_ARGUMENT, "'phi'");
  refused(WRAP(values, VF_REAL64, 0, &twelve), VF_ERROR_ARGUMENT, "'phi': rank 0");
  refused(WRAP(values, VF_REAL64, 5, &twelve), VF_ERROR_ARGUMENT, "'phi': rank 5");
  refused(WRAP(values, VF_REAL64, 1, NULL), VF_ERROR_NULL, "'phi'");
  refused(WRAP(values, (vf_type)9, 1, &twelve), VF_ERROR_KIND, "'phi'");
  refused(WRAP((char *)values + 4, VF_REAL64, 1, &twelve), VF_ERROR_ARGUMENT, "aligned");
#undef WRAP
  refused(vf_view_wrap(NULL, values, VF_REAL64, 1, &twelve, NULL, "phi", VF_WRAP_DISTINCT, NULL), VF_ERROR_NULL,
          "'phi'");
  assert_null(view);
}

/* A released view is noticed through a copy of its handle, also after a new view took its place. */
static void released_view_is_noticed_through_a_copied_handle(void **state)
{
  (void)state;
  const vf_box all = line(1, 12);
  vf_view *view = wrapped_line(values, 12, "values"), *copied = view;
  must(vf_view_release(&view, false));
  assert_null(view);
  refused(vf_fill_value(&all, view, 1), VF_ERROR_NULL, "not set");
  refused(vf_fill_value(&all, copied, 1), VF_ERROR_NULL, "released");
  refused(vf_view_to_host(copied, VF_READ), VF_ERROR_NULL, "'values'");
  vf_view *next = wrapped_line(values, 12, "next");
  assert_ptr_not_equal(next, copied);
  refused(vf_fill_value(&all, copied, 1), VF_ERROR_NULL, "released");
  refused(vf_view_sync_d2h(copied), VF_ERROR_NULL, "released");
  vf_view *again = copied;
  refused(vf_view_release(&again, true), VF_ERROR_NULL, "released");
  assert_string_equal(vf_view_label(copied), "");
  must(vf_fill_value(&all, next, 1));
  discard(next);
  must(vf_view_release(&view, false));
  refused(vf_view_to_host((vf_view *)(uintptr_t)0x12345678, VF_READ), VF_ERROR_NULL, "released");
}

/* Release does not lose newer values of the device, unless told to. */
static void release_keeps_newer_device_values(void **state)
{
  (void)state;
  const vf_box all = line(1, 12);
  values[11] = -1;
  vf_view *view = wrapped_line(values, 12, "values");
  must(vf_fill_value(&all, view, 8));
  if (separate()) {
    refused(vf_view_release(&view, false), VF_ERROR_STALE, "'values'");
    assert_non_null(view);
    assert_true(norm(&all, view) == 8);
  }
  must(vf_view_sync_d2h(view));
  must(vf_view_release(&view, false));
  assert_true(values[11] == 8);

  view = wrapped_line(values, 12, "values");
  must(vf_fill_value(&all, view, 9));
  must(vf_view_release(&view, true));
  assert_true(values[11] == (separate() ? 8 : 9));
}

/* An owned array starts with zeros on both sides. */
static void created_array_is_zeroed(void **state)
{
  (void)state;
  vf_view *view = NULL;
  void *address = NULL;
  const vf_box all = line(1, 12);
  must(vf_view_create(NULL, VF_REAL64, 1, &twelve, NULL, "own", &view));
  assert_true(norm(&all, view) == 0);
  must(vf_view_host_address(view, &address));
  for (int c = 0; c < 12; c++) assert_true(((double *)address)[c] == 0);
  must(vf_fill_value(&all, view, 2));
  must(vf_view_to_host(view, VF_READ));
  assert_true(((double *)address)[11] == 2);
  must(vf_view_release(&view, false));
}

/* Component views live on when their parent is released, in any order. */
static void component_views_are_released_in_any_order(void **state)
{
  (void)state;
  const int64_t extents[4] = { 3, 2, 2, 3 };
  const int lower[4] = { 0, 0, 0, -1 };
  const vf_box all = { { 0, 0, 0 }, { 2, 1, 1 } };
  for (int order = 0; order < 3; order++) {
    vf_view *views[3] = { wrapped(values, 4, extents, lower, "values") };
    int64_t first[4], last[4];
    must(vf_view_component(views[0], 0, 2, &views[1]));
    must(vf_view_component(views[1], 1, 1, &views[2]));
    must(vf_view_bounds(views[2], first, last));
    assert_true(first[3] == 1 && last[3] == 1);
    for (int r = 0; r < 2; r++) {
      must(vf_view_release(&views[(order + r) % 3], false));
      vf_view *left = views[(order + r + 1) % 3];
      must(vf_fill_value(&all, left, 10 * order + r));
      must(vf_view_to_host(left, VF_READ));
      assert_true(values[24] == 10 * order + r);
    }
    must(vf_view_release(&views[(order + 2) % 3], false));
  }
}

/* Any address inside finds the array. Addresses beside the array, and addresses in another context's array, do
 * not find it. */
static void find_gives_the_view_of_any_address_inside(void **state)
{
  (void)state;
  vf_view *view = wrapped_line(values + 10, 12, "values"), *found = NULL;
  for (int c = 10; c < 22; c++) {
    must(vf_view_find((char *)&values[c] + c % 8, &found));
    assert_ptr_equal(found, view);
  }
  refused(vf_view_find(&values[9], &found), VF_ERROR_ARGUMENT, "no live view");
  assert_null(found);
  refused(vf_view_find(&values[22], &found), VF_ERROR_ARGUMENT, "no live view");
  vf_context *other = NULL;
  vf_view *foreign = NULL;
  must(vf_context_create(NULL, &other));
  must(vf_view_wrap(other, values + 30, VF_REAL64, 1, &twelve, NULL, "foreign", VF_WRAP_DISTINCT, &foreign));
  refused(vf_view_find(&values[35], &found), VF_ERROR_ARGUMENT, "no live view");
  must(vf_context_destroy(other));
  discard(view);
  refused(vf_view_find(&values[10], &found), VF_ERROR_ARGUMENT, "no live view");
}

/* A label of any length, or none, is safe; messages hold its beginning. */
static void long_labels_are_cut(void **state)
{
  (void)state;
  char label[5000];
  memset(label, 'x', sizeof label - 1);
  label[sizeof label - 1] = 0;
  const int64_t negative = -1;
  vf_view *view = wrapped(values, 1, &twelve, NULL, label), *refused_view = NULL;
  const size_t kept = strlen(vf_view_label(view));
  assert_true(kept > 30 && kept < sizeof label);
  assert_memory_equal(vf_view_label(view), label, kept);
  const vf_box outside = line(0, 1);
  refused(vf_fill_value(&outside, view, 1), VF_ERROR_BOX, "xxxxxxxx");
  refused(vf_view_wrap(NULL, values, VF_REAL64, 1, &negative, NULL, label, VF_WRAP_DISTINCT, &refused_view),
          VF_ERROR_ARGUMENT, "xxxxxxxx");
  discard(view);
  view = wrapped(values, 1, &twelve, NULL, NULL);
  assert_string_equal(vf_view_label(view), "unnamed");
  discard(view);
}

/* Codes with many small arrays: more than 65,000 live views, in any order of addresses. */
static void seventy_thousand_views_are_live_at_once(void **state)
{
  (void)state;
#ifdef __SANITIZE_ADDRESS__ /* whose memmove goes byte by byte */
  enum { VIEWS = 7000, STEP = 2623 };
#else
  enum { VIEWS = 70000, STEP = 26249 }; /* STEP and VIEWS have no common factor */
#endif
  float *cells = calloc(VIEWS, sizeof *cells);
  vf_view **views = calloc(VIEWS, sizeof *views), *found = NULL;
  const int64_t one = 1;
  for (int v = 0; v < VIEWS; v++)
    must(vf_view_wrap(NULL, &cells[(int64_t)v * STEP % VIEWS], VF_REAL32, 1, &one, NULL, "cell", VF_WRAP_DISTINCT,
                      &views[v]));
  const vf_box cell = line(1, 1);
  for (int v = VIEWS - 3; v < VIEWS; v++) {
    must(vf_fill_value(&cell, views[v], v));
    must(vf_view_to_host(views[v], VF_READ));
    assert_true(cells[(int64_t)v * STEP % VIEWS] == v);
    must(vf_view_find(&cells[(int64_t)v * STEP % VIEWS], &found));
    assert_ptr_equal(found, views[v]);
  }
  for (int v = 0; v < VIEWS / 2; v++) must(vf_view_release(&views[v], false));
  must(vf_finalize());
  refused(vf_fill_value(&cell, views[VIEWS - 1], 1), VF_ERROR_NULL, "released");
  free(cells);
  free(views);
}

static const struct CMUnitTest tests[] = {
  claim(ranks_1_to_4_keep_bounds_of_any_sign),
  claim(bounds_reach_the_ends_of_the_integers),
  claim(arrays_without_elements_are_legal),
  claim(address_of_no_elements_is_not_looked_at),
  claim(impossible_shapes_are_refused),
  claim(released_view_is_noticed_through_a_copied_handle),
  claim(release_keeps_newer_device_values),
  claim(created_array_is_zeroed),
  claim(component_views_are_released_in_any_order),
  claim(find_gives_the_view_of_any_address_inside),
  claim(long_labels_are_cut),
  claim(seventy_thousand_views_are_live_at_once),
};
RUN("views", tests)
