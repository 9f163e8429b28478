/* Arrays with named indices, and the views that a selection makes of them. */
#include "common.h"

#include <viewfab/set.h>

#include <test_axes_kernels.h>

enum { NP = 4, LEVELS = 3, TIMES = 3, SPECIES = 2, ELEMENTS = 5 };

static double values[NP * NP * LEVELS * SPECIES * 2 * TIMES * ELEMENTS];

static vf_view *named(int rank, const int64_t *extents, const int *lower, const char *axes, const char *label)
{
  vf_view *view = NULL;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, rank, extents, lower, axes, label, VF_WRAP_DISTINCT, &view));
  return view;
}

static vf_view *selected(vf_view *parent, const char *axis, int index)
{
  vf_view *view = NULL;
  must(vf_view_select(parent, axis, index, &view));
  return view;
}

/* The elements of an array, numbered. */
static void number(void)
{
  for (size_t v = 0; v < sizeof values / sizeof *values; v++) values[v] = (double)v;
}

static vf_box directions(int points, int rest, int blocks) { return (vf_box){ { 1, 1, 1 }, { points, rest, blocks } }; }

static const int64_t five[5] = { NP, NP, LEVELS, TIMES, ELEMENTS };

/* dp3d(np, np, level, time, element): a selected time level has the directions points, levels, elements. The 16 points
 * are a single direction. */
static void selected_time_level_is_points_levels_and_elements(void **state)
{
  (void)state;
  const vf_box all = directions(NP * NP, LEVELS, ELEMENTS);
  number();
  vf_view *whole = named(5, five, NULL, "i j k t e", "dp3d");
  for (int t = 1; t <= TIMES; t++) {
    vf_view *now = selected(whole, "t", t);
    must(vf_fill_value(&all, now, -t));
    must(vf_view_to_host(now, VF_READ));
    for (int v = 0; v < NP * NP * LEVELS * TIMES * ELEMENTS; v++) {
      const int time = v / (NP * NP * LEVELS) % TIMES + 1;
      assert_true(values[v] == (time <= t ? -time : v));
    }
    discard(now);
  }
  discard(whole);
}

enum { ALL = NP * NP * LEVELS * TIMES * ELEMENTS };

/* Tells if the element has this index of the axis. */
static bool has(int element, char axis, int index)
{
  const int places[5] = { element % NP, element / NP % NP, element / (NP * NP) % LEVELS,
                          element / (NP * NP * LEVELS) % TIMES, element / (NP * NP * LEVELS * TIMES) };
  return places[strchr("ijkte", axis) - "ijkte"] == index - 1;
}

/* Selections of a middle axis, of the last axis and of points: each selection changes its elements alone. */
static void any_axis_can_be_selected_and_others_after_it(void **state)
{
  (void)state;
  static const struct {
    const char *axes[2];
    int index[2];
    vf_box box;
  } cases[] = {
    { { "t", "k" }, { 2, 3 }, { { 1, 1, 1 }, { NP * NP, 1, ELEMENTS } } },
    { { "k", "t" }, { 3, 2 }, { { 1, 1, 1 }, { NP * NP, 1, ELEMENTS } } },
    { { "e", "t" }, { 5, 3 }, { { 1, 1, 1 }, { NP * NP, LEVELS, 1 } } },
    { { "t", "e" }, { 1, 2 }, { { 1, 1, 1 }, { NP * NP, LEVELS, 1 } } },
    { { "j", "t" }, { 3, 1 }, { { 1, 1, 1 }, { NP, LEVELS, ELEMENTS } } },
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    number();
    vf_view *view = named(5, five, NULL, "i j k t e", "dp3d");
    vf_view *once = selected(view, cases[c].axes[0], cases[c].index[0]);
    vf_view *twice = selected(once, cases[c].axes[1], cases[c].index[1]);
    must(vf_fill_value(&cases[c].box, twice, -1));
    must(vf_view_to_host(view, VF_READ));
    for (int v = 0; v < ALL; v++) {
      const bool inside =
          has(v, cases[c].axes[0][0], cases[c].index[0]) && has(v, cases[c].axes[1][0], cases[c].index[1]);
      assert_true(values[v] == (inside ? -1 : v));
    }
    discard(view);
    discard(once);
    discard(twice);
  }
}

/* Six and seven indices: qdp(np, np, level, species, time, element), and the same with a vector index in front. */
static void arrays_of_six_and_seven_indices_are_wrapped(void **state)
{
  (void)state;
  const int64_t extents[7] = { NP, NP, 2, LEVELS, SPECIES, TIMES, ELEMENTS };
  for (int rank = 6; rank <= 7; rank++) {
    const int64_t six[6] = { NP, NP, LEVELS, SPECIES, TIMES, ELEMENTS };
    const int rest = (rank == 7 ? 2 : 1) * LEVELS * SPECIES;
    const vf_box all = directions(NP * NP, rest, ELEMENTS);
    number();
    vf_view *view =
        rank == 6 ? named(6, six, NULL, "i j k q t e", "qdp") : named(7, extents, NULL, "i j c k q t e", "flux");
    vf_view *now = selected(view, "t", 3);
    must(vf_fill_value(&all, now, -1));
    must(vf_view_to_host(view, VF_READ));
    for (int v = 0; v < NP * NP * rest * TIMES * ELEMENTS; v++)
      assert_true(values[v] == (v / (NP * NP * rest) % TIMES == 2 ? -1 : v));
    discard(now);
    discard(view);
  }
}

/* A direction that the array does not have gets the single index 1. */
static void profiles_tables_and_arrays_without_points_have_their_directions(void **state)
{
  (void)state;
  static const struct {
    int rank;
    const char *axes;
    int64_t extents[3];
    vf_box box;
  } cases[] = {
    { 2, "k e", { LEVELS, ELEMENTS }, { { 1, 1, 1 }, { 1, LEVELS, ELEMENTS } } },
    { 2, "c d", { 4, 2 }, { { 1, 1, 1 }, { 1, 8, 1 } } },
    { 1, "k", { LEVELS }, { { 1, 1, 1 }, { 1, LEVELS, 1 } } },
    { 3, "i k b", { 6, LEVELS, 2 }, { { 1, 1, 1 }, { 6, LEVELS, 2 } } },
    { 3, "i j e", { NP, NP, ELEMENTS }, { { 1, 1, 1 }, { NP * NP, 1, ELEMENTS } } },
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    double sum = 0;
    int64_t elements = 1;
    for (int d = 0; d < cases[c].rank; d++) elements *= cases[c].extents[d];
    for (int v = 0; v < 100; v++) values[v] = 1;
    vf_view *view = named(cases[c].rank, cases[c].extents, NULL, cases[c].axes, "a");
    must(vf_sum(&cases[c].box, view, &sum));
    assert_true(sum == (double)elements);
    discard(view);
  }
}

/* A single axis keeps the code's own bounds; several axes count from 1. Blocks need not be last. */
static void own_bounds_are_those_of_kernels_and_of_what_is_not_selected(void **state)
{
  (void)state;
  const int lower[5] = { 3, 1, 0, -1, 11 };
  const int64_t line[4] = { 5, LEVELS, ELEMENTS, TIMES };
  const int line_lower[4] = { -2, 0, 11, -1 };
  int64_t first[VF_MAX_AXES], last[VF_MAX_AXES], strides[VF_MAX_AXES];
  vf_view *view = named(5, five, lower, "i j k t e", "dp3d"), *now = selected(view, "t", 1);
  assert_int_equal(vf_view_rank(view), 5);
  assert_int_equal(vf_view_rank(now), 4);
  must(vf_view_bounds(now, first, last));
  must(vf_view_strides(now, strides));
  assert_true(first[0] == 3 && last[0] == 3 + NP - 1 && first[2] == 0 && first[3] == 11 &&
              last[3] == 11 + ELEMENTS - 1);
  assert_true(strides[1] == NP && strides[2] == NP * NP && strides[3] == NP * NP * LEVELS * TIMES);
  const vf_box box = { { 1, 0, 11 }, { NP * NP, LEVELS - 1, 11 + ELEMENTS - 1 } };
  must(vf_fill_value(&box, now, 7));
  discard(now);
  discard(view);
  number();
  view = named(4, line, line_lower, "i k e t", "q");
  now = selected(view, "t", 0);
  const vf_box one = { { 2, 1, 12 }, { 2, 1, 12 } };
  must(vf_fill_value(&one, now, -1));
  must(vf_view_to_host(view, VF_READ));
  assert_true(values[4 + 5 * (1 + LEVELS * (1 + ELEMENTS * 1))] == -1);
  discard(now);
  discard(view);
}

/* With the axes of points, levels and blocks a view is an array of rank 3 to kernels over boxes. */
static void kernels_over_boxes_take_selected_views(void **state)
{
  (void)state;
  const vf_box all = directions(NP * NP, LEVELS, ELEMENTS);
  double sum = 0, expected = 0;
  number();
  vf_view *view = named(5, five, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 1),
          *old = selected(view, "t", 3);
  for (int v = 0; v < ALL; v++) expected += has(v, 't', 1) ? (double)v * (v + 2 * NP * NP * LEVELS) : 0;
  must(vf_dot(&all, now, old, &sum));
  assert_true(sum == expected);
  must(vf_copy(&all, now, old));
  must(vf_view_to_host(view, VF_READ));
  for (int v = 0; v < ALL; v++) assert_true(values[v] == (has(v, 't', 3) ? v - 2 * NP * NP * LEVELS : v));
  const vf_box beyond = directions(NP * NP, LEVELS + 1, ELEMENTS);
  refused(vf_copy(&beyond, now, old), VF_ERROR_BOX, "which spans (1:16, 1:3, 1:5)");
  discard(now);
  discard(old);
  discard(view);
}

/* Their ranges of memory overlap, their elements do not. */
static void selections_share_elements_only_of_one_index(void **state)
{
  (void)state;
  const vf_box all = directions(NP * NP, LEVELS, ELEMENTS), plane = directions(NP * NP, 1, ELEMENTS);
  vf_view *view = named(5, five, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 1),
          *old = selected(view, "t", 2), *again = selected(view, "t", 1), *layer = selected(again, "k", 2),
          *old_layer = selected(old, "k", 2);
  must(vf_apply_poisson(&(vf_box){ { 2, 2, 2 }, { 3, 2, 3 } }, now, old, 1));
  refused(vf_apply_poisson(&(vf_box){ { 2, 2, 2 }, { 3, 2, 3 } }, now, again, 1), VF_ERROR_ALIAS,
          "vf_apply_poisson: arguments x and y share elements");
  must(vf_copy(&all, now, old));
  refused(vf_axpy(&all, 1, now, again), VF_ERROR_ALIAS, "vf_axpy: arguments x and y share elements");
  /* a copy of level 2 to level 1 in the same selection, and of level 2 to itself between views of two shapes */
  const int by[3] = { 0, 1, 0 };
  must(vf_shifted_copy(&plane, now, again, by));
  refused(vf_shifted_copy(&plane, now, layer, by), VF_ERROR_ALIAS, "share elements");
  must(vf_copy(&plane, layer, old_layer));
  vf_view *const views[] = { view, now, old, again, layer, old_layer };
  for (size_t v = 0; v < sizeof views / sizeof *views; v++) discard(views[v]);
}

/* A selection has no device copy of its own. */
static void state_and_copies_are_those_of_the_whole_array(void **state)
{
  (void)state;
  const vf_box all = directions(NP * NP, LEVELS, ELEMENTS);
  vf_counters moved;
  number();
  vf_view *view = named(5, five, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 2);
  must(vf_view_to_device(now, VF_WRITE));
  expect_copies(separate() ? 1 : 0, 0);
  must(vf_fill_value(&all, now, 1));
  expect_state(view, !separate(), true);
  must(vf_view_sync_d2h(now));
  expect_state(view, true, true);
  assert_true(values[0] == 0 && values[NP * NP * LEVELS] == 1);
  must(vf_view_counters(now, &moved));
  if (separate()) assert_int_equal(moved.bytes_to_host, ALL * sizeof(double));
  must(vf_view_mark_written(now, VF_DEVICE));
  expect_state(view, !separate(), true);
  must(vf_view_release(&view, false));
  if (separate()) refused(vf_view_release(&now, false), VF_ERROR_STALE, "release of 'dp3d'");
  discard(now);
}

static void selections_outlive_their_parents_in_any_order(void **state)
{
  (void)state;
  number();
  vf_view *view = named(5, five, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 2),
          *one = selected(now, "e", 3);
  must(vf_view_release(&view, false));
  must(vf_view_release(&now, false));
  const vf_box all = directions(NP * NP, LEVELS, 1);
  must(vf_fill_value(&all, one, -1));
  must(vf_view_to_host(one, VF_READ));
  for (int v = 0; v < ALL; v++) assert_true(values[v] == (has(v, 't', 2) && has(v, 'e', 3) ? -1 : v));
  must(vf_view_release(&one, false));
}

static void refused_axes_are_named_with_their_array(void **state)
{
  (void)state;
  static const struct {
    int rank;
    const char *axes, *words;
  } cases[] = {
    { 3, "i k 2", "'a': axes 'i k 2': the name '2' is not a letter" },
    { 3, "i K e", "the name 'K' is not a letter" },
    { 3, "ik e", "'ik' are two names without a blank between them" },
    { 3, "i k k", "'a': axes 'i k k': the name 'k' is there twice" },
    { 3, "i k", "'a': axes 'i k' are 2 names for an array of rank 3" },
    { 3, "i k e t", "are 4 names for an array of rank 3" },
    { 3, "i j k t e s q d", "more than 7 names" },
    { 3, "k i e", "'a': axes 'k i e': the points i come behind k" },
    { 3, "i k j", "the points i and j are not beside each other" },
    { 3, "c k d", "'a': axes 'c k d': the parts c and d are not beside each other" },
    { 3, "b k e", "the blocks b and e are not beside each other" },
    { 3, "s t q", "the species s and q are not beside each other" },
  };
  const int64_t extents[8] = { 2, 2, 2, 2, 2, 2, 2, 2 }, negative[3] = { 2, -1, 2 };
  vf_view *view = NULL;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    refused(vf_view_wrap_axes(NULL, values, VF_REAL64, cases[c].rank, extents, NULL, cases[c].axes, "a",
                              VF_WRAP_DISTINCT, &view),
            VF_ERROR_ARGUMENT, cases[c].words);
    assert_null(view);
  }
  refused(vf_view_wrap_axes(NULL, values, VF_REAL64, 8, extents, NULL, "i", "a", VF_WRAP_DISTINCT, &view),
          VF_ERROR_ARGUMENT, "'a': rank 8; with axes it may be 1 to 7");
  refused(vf_view_wrap_axes(NULL, values, VF_REAL64, 3, negative, NULL, "i k e", "a", VF_WRAP_DISTINCT, &view),
          VF_ERROR_ARGUMENT, "'a': extent -1 of axis k is negative");
  refused(vf_view_wrap_axes(NULL, values, VF_REAL64, 3, extents, NULL, NULL, "a", VF_WRAP_DISTINCT, &view),
          VF_ERROR_NULL, "'a': axes is NULL");
  refused(vf_view_wrap_axes(NULL, NULL, VF_REAL64, 3, extents, NULL, "i k e", "a", VF_WRAP_DISTINCT, &view),
          VF_ERROR_NULL, "'a': the host address is NULL");
}

static void refused_selections_are_named_with_their_array(void **state)
{
  (void)state;
  const int64_t six[6] = { NP, NP, LEVELS, TIMES, SPECIES, ELEMENTS };
  vf_view *view = named(5, five, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 2), *part = NULL;
  const vf_box point = directions(1, 1, 1);
  refused(vf_fill_value(&point, view, 1), VF_ERROR_ARGUMENT,
          "vf_fill_value: 'dp3d' (argument x) has the axis t, and a kernel takes a single index of it; select an index "
          "first");
  refused(vf_view_select(view, "x", 1, &part), VF_ERROR_ARGUMENT,
          "select of 'dp3d': it has no axis 'x'; its axes are i j k t e");
  refused(vf_view_select(view, "t", 4, &part), VF_ERROR_ARGUMENT, "select of 'dp3d': index 4 of axis t, which has 1:3");
  refused(vf_view_select(now, "t", 2, &part), VF_ERROR_ARGUMENT,
          "select of 'dp3d': of axis t the index 2 is selected already");
  refused(vf_view_select(view, "i", 2, &part), VF_ERROR_ARGUMENT,
          "select of 'dp3d': its points j would not be neighbours in memory with i selected");
  refused(vf_view_component(now, 1, 1, &part), VF_ERROR_COMPONENT, "'dp3d', whose indices are axes");
  refused(vf_view_select(view, NULL, 2, &part), VF_ERROR_NULL, "select of 'dp3d': axis is NULL");
  refused(vf_view_select(NULL, "t", 2, &part), VF_ERROR_NULL, "vf_view_select");
  refused(vf_view_select(view, "t", 2, NULL), VF_ERROR_NULL, "vf_view_select: view is NULL");
  assert_null(part);
  discard(now);
  discard(view);
  view = named(6, six, NULL, "i j k t q e", "qdp");
  refused(vf_view_select(view, "t", 1, &part), VF_ERROR_ARGUMENT,
          "select of 'qdp': with t selected the axes k and q would not be neighbours in memory");
  discard(view);
  view = wrapped(values, 3, five, NULL, "plain");
  refused(vf_view_select(view, "k", 1, &part), VF_ERROR_ARGUMENT,
          "select of 'plain': it was wrapped without axes, so it has no axis k");
  const vf_box box = directions(NP, NP, LEVELS);
  vf_set *set = NULL;
  vf_view *named_one = NULL;
  must(vf_view_wrap_axes(NULL, values, VF_REAL64, 3, five, NULL, "i k e", "named", VF_WRAP_JOIN, &named_one));
  refused(vf_set_wrap(NULL, &box, 1, &named_one, "set", &set), VF_ERROR_ARGUMENT,
          "set 'set': 'named' has axes with names");
  discard(named_one);
  discard(view);
}

static void arrays_with_axes_and_without_elements_are_legal(void **state)
{
  (void)state;
  const int64_t none[5] = { NP, NP, 0, TIMES, ELEMENTS };
  const vf_box box = directions(NP * NP, 0, ELEMENTS);
  vf_view *view = named(5, none, NULL, "i j k t e", "dp3d"), *now = selected(view, "t", 3);
  must(vf_fill_value(&box, now, 1));
  must(vf_view_sync_h2d(now));
  discard(now);
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(selected_time_level_is_points_levels_and_elements),
  claim(any_axis_can_be_selected_and_others_after_it),
  claim(arrays_of_six_and_seven_indices_are_wrapped),
  claim(profiles_tables_and_arrays_without_points_have_their_directions),
  claim(own_bounds_are_those_of_kernels_and_of_what_is_not_selected),
  claim(kernels_over_boxes_take_selected_views),
  claim(selections_share_elements_only_of_one_index),
  claim(state_and_copies_are_those_of_the_whole_array),
  claim(selections_outlive_their_parents_in_any_order),
  claim(refused_axes_are_named_with_their_array),
  claim(refused_selections_are_named_with_their_array),
  claim(arrays_with_axes_and_without_elements_are_legal),
};
RUN("axes", tests)
