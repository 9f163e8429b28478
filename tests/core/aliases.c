/* Elements that an argument writes and another argument reads. The checks of a call find every shared element, and
 * find no element that the arguments do not share. A wrong answer would either corrupt data or refuse a correct
 * call. */
#include "common.h"

#include <viewfab/set.h>

enum { N = 14, CELLS = N * N * N, COMPONENTS = 3 };
static double values[COMPONENTS * CELLS];
static const int64_t extents[4] = { N, N, N, COMPONENTS };

static vf_box cube(int first, int last) { return (vf_box){ { first, first, first }, { last, last, last } }; }

static const vf_box empty = { { 5, 5, 5 }, { 4, 5, 5 } };

typedef struct boxes_case {
  vf_box boxes[4];
  int count;
  bool meet;
} boxes_case;

/* Restriction inside an array: the children of each box are compared with the cells of all other boxes of the call, at
 * every place of the list. */
static void boxes_of_one_call_are_held_against_each_other(void **state)
{
  (void)state;
  const boxes_case cases[] = {
    { { cube(1, 1), cube(5, 5) }, 2, false },
    { { cube(1, 1), cube(2, 2) }, 2, true },
    { { cube(2, 2), cube(1, 1) }, 2, true },
    { { cube(1, 1), cube(5, 5), cube(4, 4), cube(2, 2) }, 4, true },
    { { cube(2, 2), cube(4, 4), cube(6, 6), cube(1, 1) }, 4, true },
    { { cube(1, 1), cube(4, 4), cube(5, 5), empty }, 4, false },
    { { cube(1, 1), cube(4, 4), cube(5, 5), cube(3, 3) }, 4, true },
    { { empty, empty, empty, cube(1, 2) }, 4, true }, /* its own children */
    { { empty, empty, empty, cube(1, 1) }, 4, false },
    { { empty, cube(2, 3), empty, empty }, 4, false },
    { { empty, { { 2, 2, 2 }, { 4, 2, 2 } }, empty, empty }, 4, false }, /* apart in y and z */
    { { { { 2, 2, 1 }, { 4, 2, 1 } }, { { 1, 1, 2 }, { 1, 1, 2 } } }, 2, false },
  };
  vf_view *view = wrapped(values, 4, extents, NULL, "values");
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    const vf_status status = vf_average_boxes(cases[c].boxes, cases[c].count, view, view);
    if (status != (cases[c].meet ? VF_ERROR_ALIAS : VF_OK)) fail_msg("case %zu gave %d", c, status);
  }
  discard(view);
}

/* A view beside a set of one box: the checks compare the boxes of the call, and no box behind them. */
static void view_beside_a_set_is_there_for_the_boxes_of_the_call(void **state)
{
  (void)state;
  const vf_box boxes[2] = { cube(4, 4), cube(2, 2) }; /* children 8:9; of the box behind them 4:5 */
  const vf_box others[2] = { cube(2, 2), cube(4, 4) };
  const vf_box meeting = cube(1, 2); /* children 2:5 */
  vf_view *view = wrapped(values, 4, extents, NULL, "values"), *twin = NULL;
  vf_set *set = NULL;
  must(vf_view_wrap(NULL, values, VF_REAL64, 4, extents, NULL, "twin", VF_WRAP_JOIN, &twin));
  must(vf_set_wrap(NULL, boxes, 1, &twin, "set", &set));
  must(vf_average_boxes(boxes, 1, set, view));
  must(vf_average_boxes(boxes, 1, view, set));
  must(vf_average_boxes(others, 1, set, view));
  must(vf_average_boxes(others, 1, view, set));
  refused(vf_average_boxes(&meeting, 1, set, view), VF_ERROR_ALIAS, "'twin'");
  refused(vf_average_boxes(&meeting, 1, view, set), VF_ERROR_ALIAS, "'twin'");
  discard(set);
  discard(twin);
  discard(view);
}

/* Component views of an array share elements if their ranges of components overlap. */
static void component_ranges_that_overlap_are_refused(void **state)
{
  (void)state;
  const vf_box all = cube(1, N);
  vf_view *view = wrapped(values, 4, extents, NULL, "values");
  for (int count = 1; count <= 2; count++)
    for (int p = 1; p + count - 1 <= COMPONENTS; p++)
      for (int q = 1; q + count - 1 <= COMPONENTS; q++) {
        vf_view *x = NULL, *y = NULL;
        must(vf_view_component(view, p, count, &x));
        must(vf_view_component(view, q, count, &y));
        const bool meet = p < q + count && q < p + count;
        const vf_status status = vf_copy(&all, x, y);
        if (status != (meet ? VF_ERROR_ALIAS : VF_OK)) fail_msg("%d from %d and from %d gave %d", count, p, q, status);
        discard(x);
        discard(y);
      }
  discard(view);
}

/* Windows of another shape: their ranges of memory decide, to the element. */
static void windows_that_share_one_element_are_refused(void **state)
{
  (void)state;
  const int64_t length = 10;
  const vf_box box = line(1, 10);
  vf_view *all = wrapped(values, 4, extents, NULL, "values"), *x = NULL;
  must(vf_view_wrap(NULL, values + 20, VF_REAL64, 1, &length, NULL, "x", VF_WRAP_JOIN, &x));
  for (int at = 0; at <= 40; at++) {
    vf_view *y = NULL;
    must(vf_view_wrap(NULL, values + at, VF_REAL64, 1, &length, NULL, "y", VF_WRAP_JOIN, &y));
    const vf_status status = vf_copy(&box, x, y);
    if (status != (at > 10 && at < 30 ? VF_ERROR_ALIAS : VF_OK)) fail_msg("at %d: %d", at, status);
    discard(y);
  }
  discard(x);
  discard(all);
}

/* Two views have the same layout if they have the same bounds in every direction. For other views a common range of
 * memory is enough for a refusal. */
static void boxes_are_compared_only_between_views_of_one_layout(void **state)
{
  (void)state;
  static const int64_t shapes[4][3] = { { 4, 4, 4 }, { 8, 2, 4 }, { 4, 8, 2 }, { 4, 4, 4 } };
  static const int lower[4][3] = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 2 } };
  vf_view *all = wrapped(values, 4, extents, NULL, "values"), *fine = NULL;
  const vf_box coarse_cells = { { 1, 1, 1 }, { 1, 1, 1 } }; /* whose children begin at 2 */
  must(vf_view_wrap(NULL, values, VF_REAL64, 3, shapes[0], lower[0], "fine", VF_WRAP_JOIN, &fine));
  for (int s = 0; s < 4; s++) {
    vf_box box = coarse_cells;
    vf_view *other = NULL;
    must(vf_view_wrap(NULL, values, VF_REAL64, 3, shapes[s], lower[s], "coarse", VF_WRAP_JOIN, &other));
    if (s == 3) refused(vf_average(&box, fine, other), VF_ERROR_BOX, "'coarse'");
    else if (s) refused(vf_average(&box, fine, other), VF_ERROR_ALIAS, "'coarse'");
    else must(vf_average(&box, fine, other));
    discard(other);
  }
  discard(fine);
  discard(all);
}

/* Only written arguments count, and the order of the two arguments does not matter. */
static void message_names_both_arguments_and_their_elements(void **state)
{
  (void)state;
  const vf_box box = cube(2, 3);
  vf_view *view = wrapped(values, 4, extents, NULL, "values"), *twin = NULL;
  must(vf_view_wrap(NULL, values, VF_REAL64, 4, extents, NULL, "twin", VF_WRAP_JOIN, &twin));
  refused(
      vf_apply_poisson(&box, view, twin, 1), VF_ERROR_ALIAS,
      "vf_apply_poisson: arguments x and y share elements: (1:4, 1:4, 1:4) of 'values' and (2:3, 2:3, 2:3) of 'twin'");
  refused(vf_gsrb_poisson(&box, twin, view, 1, 0), VF_ERROR_ALIAS, "of 'twin' and");
  double sum = 0;
  must(vf_dot(&box, view, twin, &sum));
  discard(twin);
  discard(view);
}

static const struct CMUnitTest tests[] = {
  claim(boxes_of_one_call_are_held_against_each_other),
  claim(view_beside_a_set_is_there_for_the_boxes_of_the_call),
  claim(component_ranges_that_overlap_are_refused),
  claim(windows_that_share_one_element_are_refused),
  claim(boxes_are_compared_only_between_views_of_one_layout),
  claim(message_names_both_arguments_and_their_elements),
};
RUN("aliases", tests)
