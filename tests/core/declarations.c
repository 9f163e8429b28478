/* The promises of a declaration: the elements a call needs under each map, and the elements it overwrites. The checks
 * and the copies rest on both. */
#include "common.h"

#include <test_declarations_kernels.h>
#include <limits.h>
#include <stdio.h>

#include <viewfab/set.h>

enum { MAPS = 7, TOTAL = MAPS, ARRAYS };
static const char *const names[ARRAYS] = { "around", "fine", "coarse", "face_x", "face_z", "cells", "moved", "total" };

/* A box of odd and negative bounds in each direction: there, division rounded down differs from truncated division. */
static const vf_box odd = { { -5, -3, 1 }, { -2, 4, 3 } };
static const int offset[3] = { 4, -3, 1 };

/* The quotient rounded down, by search. */
static int half(int value)
{
  int result = -100;
  while (2 * (result + 1) <= value) result++;
  return result;
}

/* The elements that argument a needs, by the comment of kernel.h. */
static vf_box needed(int a, const vf_box *box, int direction)
{
  vf_box region = *box;
  for (int d = 0; d < 3; d++) {
    int *low = &region.lower[d], *high = &region.upper[d];
    switch (a) {
      case 0: *low -= 2, *high += 2; break;
      case 1: *low = 2 * *low, *high = 2 * *high + 1; break;
      case 2: *low = half(*low), *high = half(*high); break;
      case 3: *high += d == 0; break;
      case 4: *high += d == 2; break;
      case 5: *low -= d == direction; break;
      case 6: *low += offset[d] - 1, *high += offset[d] + 1; break;
      default: break;
    }
  }
  return region;
}

/* A number for each element, small and whole, so that sums are exact. */
static double value_of(int a, int i, int j, int k, int n)
{
  return (double)((1 + 31 * a + 7 * i + 3 * j + 5 * k + 2 * n) & 3);
}

/* A view of exactly these elements and two components. */
static vf_view *made(int a, const vf_box *region)
{
  int64_t extents[4];
  int lower[4];
  vf_view *view = NULL;
  void *address = NULL;
  for (int d = 0; d < 3; d++) {
    lower[d] = region->lower[d];
    extents[d] = (int64_t)region->upper[d] - region->lower[d] + 1;
  }
  lower[3] = 0;
  extents[3] = 2;
  must(vf_view_create(NULL, VF_REAL64, 4, extents, lower, names[a], &view));
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &address));
  double *next = address;
  for (int n = 0; n < 2; n++)
    for (int k = region->lower[2]; k <= region->upper[2]; k++)
      for (int j = region->lower[1]; j <= region->upper[1]; j++)
        for (int i = region->lower[0]; i <= region->upper[0]; i++) *next++ = value_of(a, i, j, k, n);
  return view;
}

static vf_status call(const vf_box *box, vf_view *const views[ARRAYS], int direction)
{
  return vf_every_map(box, views[0], views[1], views[2], views[3], views[4], views[5], views[6], views[TOTAL], offset,
                      direction);
}

static double expected(int i, int j, int k, int n, int direction)
{
  const int unit[3] = { direction == 0, direction == 1, direction == 2 };
  return value_of(0, i + 2, j - 2, k + 2, n) + 8 * value_of(1, 2 * i, 2 * j, 2 * k, n) +
         16 * value_of(1, 2 * i + 1, 2 * j + 1, 2 * k + 1, n) + 64 * value_of(2, half(i), half(j), half(k), n) +
         512 * value_of(3, i + 1, j, k, n) + 4096 * value_of(4, i, j, k + 1, n) + 32768 * value_of(5, i, j, k, n) +
         65536 * value_of(5, i - unit[0], j - unit[1], k - unit[2], n) +
         262144 * value_of(6, i + offset[0] - 1, j + offset[1] - 1, k + offset[2] - 1, n);
}

/* A view of the elements that its map names is enough: the body finds all its elements there. */
static void every_map_names_the_elements_that_bodies_read(void **state)
{
  (void)state;
  for (int direction = 0; direction < 3; direction++) {
    vf_view *views[ARRAYS];
    void *address = NULL;
    for (int a = 0; a < ARRAYS; a++) {
      const vf_box region = needed(a, &odd, direction);
      views[a] = made(a, &region);
    }
    must(call(&odd, views, direction));
    must(vf_view_to_host(views[TOTAL], VF_READ));
    must(vf_view_host_address(views[TOTAL], &address));
    const double *is = address;
    for (int n = 0; n < 2; n++)
      for (int k = odd.lower[2]; k <= odd.upper[2]; k++)
        for (int j = odd.lower[1]; j <= odd.upper[1]; j++)
          for (int i = odd.lower[0]; i <= odd.upper[0]; i++, is++)
            if (*is != expected(i, j, k, n, direction))
              fail_msg("direction %d, (%d, %d, %d), %d: %.17g, not %.17g", direction, i, j, k, n, *is,
                       expected(i, j, k, n, direction));
    for (int a = 0; a < ARRAYS; a++) discard(views[a]);
  }
}

/* A view without the outermost layer on any single side is refused, and the text names the view. */
static void one_element_less_on_any_side_is_refused(void **state)
{
  (void)state;
  for (int direction = 0; direction < 3; direction++)
    for (int a = 0; a < ARRAYS; a++)
      for (int side = 0; side < 6; side++) {
        vf_view *views[ARRAYS];
        char word[40];
        for (int c = 0; c < ARRAYS; c++) {
          vf_box region = needed(c, &odd, direction);
          if (c == a && side < 3) region.lower[side]++;
          else if (c == a) region.upper[side - 3]--;
          views[c] = made(c, &region);
        }
        snprintf(word, sizeof word, "of '%s' (argument %s)", names[a], names[a]);
        refused(call(&odd, views, direction), VF_ERROR_BOX, word);
        for (int c = 0; c < ARRAYS; c++) discard(views[c]);
      }
}

/* The region of a box at the ends of the integers lies outside every view, and does not come round to the other end. */
static void regions_do_not_wrap_at_the_ends_of_the_integers(void **state)
{
  (void)state;
  const vf_box ends[2] = { { { INT_MIN, 1, 1 }, { INT_MIN, 1, 1 } }, { { INT_MAX, 1, 1 }, { INT_MAX, 1, 1 } } };
  for (int e = 0; e < 2; e++)
    for (int a = 0; a < ARRAYS; a++) {
      if (a == 2) continue; /* half of the box is an index like any other */
      vf_view *views[ARRAYS];
      const vf_box near_zero = { { -10, -10, -10 }, { 10, 10, 10 } };
      for (int c = 0; c < ARRAYS; c++) views[c] = made(c, &near_zero);
      refused(call(&ends[e], views, 0), VF_ERROR_BOX, e ? "2147483647" : "-2147483648");
      for (int c = 0; c < ARRAYS; c++) discard(views[c]);
    }
}

/* A reach counts by direction and side, so that a stencil works on arrays of rank 2. */
static const vf_box plane = { { -1, 4, 1 }, { 3, 6, 1 } };
static const struct {
  const char *name;
  int below[2], above[2];
} planes[4] = {
  { "x", { 2, 1 }, { 1, 1 } }, { "w", { 0, 0 }, { 0, 1 } }, { "plane", { 1, 1 }, { 1, 1 } }, { "y", { 0, 0 }, { 0, 0 } }
};

/* A view of rank 2 with the needed elements of argument a, less the outermost layer on a single side. */
static vf_view *made_plane(int a, int side)
{
  int64_t extents[2];
  int lower[2], upper[2];
  vf_view *view = NULL;
  void *address = NULL;
  for (int d = 0; d < 2; d++) {
    lower[d] = plane.lower[d] - planes[a].below[d] + (side == d);
    upper[d] = plane.upper[d] + planes[a].above[d] - (side == d + 2);
    extents[d] = upper[d] - lower[d] + 1;
  }
  must(vf_view_create(NULL, VF_REAL64, 2, extents, lower, planes[a].name, &view));
  must(vf_view_to_host(view, VF_WRITE));
  must(vf_view_host_address(view, &address));
  double *next = address;
  for (int j = lower[1]; j <= upper[1]; j++)
    for (int i = lower[0]; i <= upper[0]; i++) *next++ = value_of(a, i, j, 1, 0);
  return view;
}

static void reach_counts_by_direction_and_side(void **state)
{
  (void)state;
  for (int a = -1; a < 4; a++)
    for (int side = 0; side < (a < 0 ? 1 : 4); side++) {
      vf_view *views[4];
      char word[60];
      void *address = NULL;
      for (int c = 0; c < 4; c++) views[c] = made_plane(c, c == a ? side : -1);
      const vf_status status = vf_upwind(&plane, views[0], views[1], views[2], views[3]);
      snprintf(word, sizeof word, "of '%s'", a < 0 ? "" : planes[a].name);
      if (a >= 0) refused(status, VF_ERROR_BOX, word);
      else must(status);
      must(vf_view_to_host(views[3], VF_READ));
      must(vf_view_host_address(views[3], &address));
      const double *is = address;
      for (int j = plane.lower[1]; a < 0 && j <= plane.upper[1]; j++)
        for (int i = plane.lower[0]; i <= plane.upper[0]; i++, is++)
          assert_true(*is == value_of(0, i - 2, j, 1, 0) + 8 * value_of(0, i + 1, j, 1, 0) +
                                 64 * value_of(0, i, j - 1, 1, 0) + 512 * value_of(0, i, j + 1, 1, 0) +
                                 4096 * value_of(1, i, j + 1, 1, 0) +
                                 32768 * (value_of(2, i - 1, j, 1, 0) - value_of(2, i, j + 1, 1, 0)));
      for (int c = 0; c < 4; c++) discard(views[c]);
    }
}

/* The text of a refusal has the needed elements. */
static void refusals_tell_the_elements_of_a_sided_reach(void **state)
{
  (void)state;
  vf_view *views[4];
  for (int c = 0; c < 4; c++) views[c] = made_plane(c, c == 0 ? 0 : -1);
  refused(vf_upwind(&plane, views[0], views[1], views[2], views[3]), VF_ERROR_BOX,
          "needs elements (-3:4, 3:7, 1:1) of 'x' (argument x), which spans (-2:4, 3:7, 1:1)");
  for (int c = 0; c < 4; c++) discard(views[c]);
}

enum { N = 4, CELLS = N * N * N };
static double values[CELLS];
static const vf_box all = { { 1, 1, 1 }, { N, N, N } };

static vf_view *counted(void)
{
  const int64_t extents[3] = { N, N, N };
  for (int c = 0; c < CELLS; c++) values[c] = c + 1;
  return wrapped(values, 3, extents, NULL, "values");
}

/* One colour of a box is half of the box, so the other half has to be on the device before. */
static void writing_one_colour_of_the_whole_array_keeps_the_other(void **state)
{
  (void)state;
  for (int colour = 0; colour < 2; colour++) {
    vf_view *view = counted();
    must(vf_counters_reset(NULL));
    must(vf_set_colour(&all, view, -1, colour));
    expect_copies(separate(), 0);
    must(vf_view_to_host(view, VF_READ));
    for (int c = 0; c < CELLS; c++) {
      const int sum = c % N + c / N % N + c / N / N + 3;
      if (values[c] != (sum % 2 == colour ? -1 : c + 1)) fail_msg("colour %d, element %d: %g", colour, c, values[c]);
    }
    discard(view);
  }
}

/* A write with a reach names more than its points own. */
static void writing_with_a_reach_keeps_what_no_point_owns(void **state)
{
  (void)state;
  const vf_box inner = { { 2, 2, 2 }, { N - 1, N - 1, N - 1 } };
  vf_view *view = counted();
  must(vf_counters_reset(NULL));
  must(vf_set_inner(&inner, view, -1));
  expect_copies(separate(), 0);
  must(vf_view_to_host(view, VF_READ));
  for (int c = 0; c < CELLS; c++) {
    const int i = c % N + 1, j = c / N % N + 1, k = c / N / N + 1;
    const bool owned = i > 1 && i < N && j > 1 && j < N && k > 1 && k < N;
    if (values[c] != (owned ? -1 : c + 1)) fail_msg("element %d: %g", c, values[c]);
  }
  discard(view);
}

/* The same for the arrays of a set, box by box: an array overwritten in full does not move. */
static void only_boxes_that_fill_their_array_are_overwritten(void **state)
{
  (void)state;
  static double first[N], second[N];
  const int64_t length = N;
  const int from[2] = { 1, N + 1 };
  const vf_box boxes[2] = { line(1, N), line(N + 1, 2 * N - 1) };
  for (int coloured = 0; coloured < 2; coloured++) {
    for (int c = 0; c < N; c++) first[c] = second[c] = c + 1;
    vf_view *views[2] = { wrapped(first, 1, &length, &from[0], "first"),
                          wrapped(second, 1, &length, &from[1], "second") };
    vf_set *set = NULL;
    must(vf_set_wrap(NULL, boxes, 2, views, "both", &set));
    must(vf_counters_reset(NULL));
    if (coloured) must(vf_set_colour_boxes(boxes, 2, set, -1, 0));
    else must(vf_fill_value_boxes(boxes, 2, set, -1));
    expect_copies(separate() ? 1 + coloured : 0, 0);
    must(vf_view_to_host(set, VF_READ));
    assert_true(second[N - 1] == N);
    for (int c = 0; c < N; c++) assert_true(first[c] == (coloured && (c + 3) % 2 ? c + 1 : -1));
    discard(set);
    discard(views[0]);
    discard(views[1]);
  }
}

/* A refusal names the declaration behind the missing elements, and another declaration to fit the view. */
static void refusal_names_map_reach_and_what_would_fit(void **state)
{
  (void)state;
  const int64_t fine_extents[3] = { 16, 16, 16 }, coarse_extents[3] = { 8, 8, 8 };
  const vf_box coarse_box = { { 1, 1, 1 }, { 8, 8, 8 } };
  const int high[3] = { 2, 2, 2 };
  vf_view *fine = NULL, *coarse = NULL;
  must(vf_view_create(NULL, VF_REAL64, 3, fine_extents, NULL, "fine", &fine));
  must(vf_view_create(NULL, VF_REAL64, 3, coarse_extents, NULL, "coarse", &coarse));
  refused(vf_average(&coarse_box, fine, coarse), VF_ERROR_BOX,
          "box (1:8, 1:8, 1:8) needs elements (2:17, 2:17, 2:17) of 'fine' (argument fine), which spans (1:16, 1:16, "
          "1:16); it has them by the map refined with reach(0); lower bounds of (2, 2, 2) would fit; of the box, (1:7, "
          "1:7, 1:7) has all that it needs");
  discard(fine);
  must(vf_view_create(NULL, VF_REAL64, 3, fine_extents, high, "fine", &fine));
  must(vf_average(&coarse_box, fine, coarse));
  discard(fine);
  discard(coarse);
}

static const struct CMUnitTest tests[] = {
  claim(refusal_names_map_reach_and_what_would_fit),
  claim(every_map_names_the_elements_that_bodies_read),
  claim(one_element_less_on_any_side_is_refused),
  claim(regions_do_not_wrap_at_the_ends_of_the_integers),
  claim(reach_counts_by_direction_and_side),
  claim(refusals_tell_the_elements_of_a_sided_reach),
  claim(writing_one_colour_of_the_whole_array_keeps_the_other),
  claim(writing_with_a_reach_keeps_what_no_point_owns),
  claim(only_boxes_that_fill_their_array_are_overwritten),
};
RUN("declarations", tests)
