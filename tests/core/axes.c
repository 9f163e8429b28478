/* Arrays whose indices have names, and what is selected of them. */
#include "common.h"

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

/* dp3d(np, np, level, time, element): one time level is points, levels, elements, with the 16 points as one. */
static void selected_time_level_is_points_levels_and_elements(void **state)
{
  (void)state;
  const vf_box all = directions(NP * NP, LEVELS, ELEMENTS);
  number();
  vf_view *whole = named(5, five, NULL, "i j k t e", "dp3d");
  for (int t = 1; t <= TIMES; t++) {
    vf_view *now = selected(whole, "t", t);
    must(vf_set_value(&all, now, -t));
    must(vf_view_to_host(now, VF_READ));
    for (int v = 0; v < NP * NP * LEVELS * TIMES * ELEMENTS; v++) {
      const int time = v / (NP * NP * LEVELS) % TIMES + 1;
      assert_true(values[v] == (time <= t ? -time : v));
    }
    discard(now);
  }
  discard(whole);
}

static const struct CMUnitTest tests[] = {
  claim(selected_time_level_is_points_levels_and_elements),
};
RUN("axes", tests)
