/* A build with VIEWFAB_BOUNDS checks each access of a point against the declaration of its argument. A wrong access is
 * reported with kernel, view, argument, the caller's index and a declaration that would fit. A run makes a single
 * mistake, because on a GPU the trap ends the context. */
#include <stdio.h>
#include <string.h>

#include "ranks/ranks.h"
#include <others_with_bounds_kernels.h>
#include <test_bounds_kernels.h>

enum { N = 6 };
static double x[2][N][N][N], y[2][N][N][N];
static const int64_t extents[4] = { N, N, N, 2 };
static const int lower[4] = { -3, 10, 0, 1 };
static const vf_box inner = { { -2, 11, 1 }, { 1, 14, 4 } }; /* all neighbours of this box are still in x */
static const vf_box ghostly = { { -1, 12, 2 }, { 0, 13, 3 } };
static const vf_box one = { { 0, 12, 2 }, { 0, 12, 2 } };

static int failed(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, vf_last_error());
  return 1;
}

static vf_view *wrapped_as(void *first, vf_type type, const char *label)
{
  vf_view *view = NULL;
  return vf_view_wrap(NULL, first, type, 4, extents, lower, label, VF_WRAP_DISTINCT, &view) ? NULL : view;
}

static vf_view *wrapped(void *first, const char *label) { return wrapped_as(first, VF_REAL64, label); }

static int expect(vf_status status, const char *text)
{
  puts(vf_last_error());
  if (status != VF_ERROR_BOUNDS) return failed("no error of bounds");
  return strstr(vf_last_error(), text) ? 0 : failed(text);
}

/* Images in the box, for each centring and kind of image. */
static int right_ghosts(vf_view *large)
{
  const vf_box box = { { -3, 0, 2 }, { 4, 3, 5 } };
  const vf_boundary sides = { .kind = { VF_PERIODIC, VF_NEUMANN, VF_REFLECT_ODD, VF_PERIODIC, VF_UNFILLED, VF_NEUMANN },
                              .order = 2 };
  for (int centring = 0; centring < 8; centring++) {
    const int nodal[3] = { centring & 1, centring >> 1 & 1, centring >> 2 };
    if (vf_takes_images(&box, large, 3, &sides, nodal)) return failed("takes images");
  }
  return 0;
}

/* Bodies that keep to their declarations, under each map and kind of points. */
static int right(vf_view *xv, vf_view *yv)
{
  const int offset[3] = { 1, -1, 0 };
  const vf_box few = { { -1, 6, 1 }, { 0, 7, 1 } }, plane = { { -1, 11, 1 }, { 1, 14, 1 } };
  const int64_t most[4] = { 40, 40, 40, 2 };
  const int from[4] = { -20, -10, -10, 1 };
  vf_view *large[8];
  for (int v = 0; v < 8; v++)
    if (vf_view_create(NULL, VF_REAL64, 4, most, from, "large", &large[v])) return failed("create");
  for (int direction = 0; direction < 3; direction++)
    if (vf_every_map(&few, large[0], large[1], large[2], large[3], large[4], large[5], large[6], large[7], offset,
                     direction))
      return failed("every map");
  if (vf_upwind(&plane, large[0], large[1], large[2], yv)) return failed("upwind");
  for (int colour = 0; colour < 2; colour++)
    if (vf_relaxes(&inner, xv, colour)) return failed("relaxes");
  if (vf_wraps(&inner, xv)) return failed("wraps");
  const double one_number[1] = { 1 }, numbers[16] = { 1 };
  const int steps[5] = { 1 };
  static const vf_type types[5] = { VF_LOGICAL32, VF_REAL32, VF_INT64, VF_LOGICAL32, VF_REAL64 };
  vf_view *typed[5];
  for (int v = 0; v < 5; v++)
    if (vf_view_create(NULL, types[v], 4, extents, lower, "typed", &typed[v])) return failed("create");
  if (vf_take_kinds(&inner, one_number, numbers, steps, true, vf_take_kinds_last, typed[0], typed[1], typed[2], typed[3],
                    typed[4], xv))
    return failed("take kinds");
  if (right_ghosts(large[0])) return 1;
  for (int by = -1; by <= 0; by++)
    if (vf_reads_beside_line(&few, large[0], large[1], by)) return failed("line");
  if (vf_view_to_host(xv, VF_UPDATE)) return failed("to host");
  memset(x, 0, sizeof x);
  x[0][2][2][2] = 3; /* (-1, 12, 2) */
  if (vf_view_to_device(xv, VF_UPDATE)) return failed("to device");
  double change = 0, largest = 0;
  vf_place place = { 0 };
  if (vf_halves(&inner, xv, 1, &change, &largest, &place)) return failed("halves");
  if (change != -3 || largest != 3 || place.index[0] != -1 || place.index[1] != 12 || place.index[2] != 2)
    return failed("results");
  const double widths[3] = { 1, 1, 1 };
  if (vf_second_along_z(&inner, xv, yv, widths, vf_second_along_z_magnitude, &largest, NULL)) return failed("along z");
  return 0;
}

int main(int count, char **words)
{
  const char *which = count > 1 ? words[1] : "";
  vf_view *xv = wrapped(x, "density"), *yv = wrapped(y, "slope");
  double sum = 0;
  if (!xv || !yv) return failed("wrap");
  if (!strcmp(which, "right")) return right(xv, yv);
  if (!strcmp(which, "loops")) return right_loops() ? 0 : failed("loops");
  if (!strcmp(which, "profile"))
    return expect(wrong_profile(),
                  "at point (0, 0, 0), accessed element (1) of 'profile' (argument c), which spans (-9:9). With along(k), "
                  "reach(below(0, 0, 1), above(0, 0, 0)) it has (-1:0) there; it would need reach(0, 0, 1)");
  if (!strcmp(which, "plane"))
    return expect(wrong_plane(), /* of either component */
                  " of 'plane' (argument x), which spans (-9:9, -9:9) with components 1:2. With nodes, reach(0) it has (1:2, 1:2) there; it would need "
                  "reach(below(0, 0, 0), above(0, 1, 0))");
  if (!strcmp(which, "row"))
    return expect(wrong_line(), " of 'line' (argument y), which spans (-9:9) with components 1:2. The point owns (0:0) there");
  if (!strcmp(which, "window")) /* how far a tile goes is for the device to say */
    return expect(wrong_tile(WRONG_WINDOW),
                  "kernel tile_window_too_wide, at point (0), accessed element -2 of scratch copy, which has -1 .. ");
  if (!strcmp(which, "halo")) /* at -2 or at 2 */
    return expect(wrong_tile(WRONG_HALO), " of component 1 of 'from' (argument x), which spans (-9:9) with components "
                                          "1:1. With same, reach(1) it has (-1:1) there; it would need");
  if (!strcmp(which, "tile"))
    return expect(wrong_tile(WRONG_WRITE), "at point (0), accessed element (1) of component 1 of 'to' (argument y), "
                                           "which spans (-9:9) with components 1:1. The point owns (0:0) there");
  if (!strcmp(which, "reach"))
    return expect(vf_reads_outside(&one, xv, yv),
                  "kernel reads_outside, at point (0, 12, 2), accessed element (1, 12, 2) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. With same, reach(0) it has (0:0, "
                  "12:12, 2:2) there; it would need reach(below(0, 0, 0), above(1, 0, 0))");
  if (!strcmp(which, "box"))
    return expect(vf_reads_outside(&inner, xv, yv), "of 'density' (argument x), which spans");
  if (!strcmp(which, "side"))
    return expect(vf_reads_above(&one, xv, yv),
                  "accessed element (0, 12, 3) of component 1 of 'density' (argument x), which spans (-3:2, 10:15, "
                  "0:5) with components 1:2. With same, reach(below(0, 0, 1), above(0, 0, 0)) it has (0:0, 12:12, 1:2) "
                  "there; it would need reach(0, 0, 1)");
  if (!strcmp(which, "inside")) {
    const vf_box inside = { { -3, 10, 0 }, { 1, 14, 4 } };
    return expect(vf_reads_beyond_box(&one, xv, yv, &inside),
                  "kernel reads_beyond_box, at point (0, 12, 2), accessed element (1, 14, 5) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. With within(inside) it has (-3:1, "
                  "10:14, 0:4) there");
  }
  if (!strcmp(which, "component"))
    return expect(vf_reads_another_component(&one, xv, yv),
                  "accessed element (0, 12, 2) of component 3 of 'density' (argument x), which spans (-3:2, 10:15, "
                  "0:5) with components 1:2");
  if (!strcmp(which, "updated"))
    return expect(vf_writes_beside(&one, xv, 0),
                  "kernel writes_beside, at point (0, 12, 2), wrote element (0, 11, 2) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. The point owns (0:0, 12:12, 2:2) "
                  "there");
  if (!strcmp(which, "ghosts"))
    return expect(vf_reads_other_ghosts(&ghostly, xv),
                  "kernel reads_other_ghosts, at point (-2, 11, 2), accessed element (-1, 11, 2) of component 1 of "
                  "'density' (argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. In an updated array a "
                  "ghost has (-2:-2, 11:11, 2:2), and reads the cells of the box");
  if (!strcmp(which, "written"))
    return expect(vf_writes_more(&one, xv),
                  "kernel writes_more, at point (0, 12, 2), accessed element (-1, 12, 2) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. The point owns (0:0, 12:12, 2:2) "
                  "there");
  static int32_t marks[2][N][N][N];
  static int64_t counts[2][N][N][N];
  if (!strcmp(which, "axis"))
    return expect(vf_reads_across_y(&one, yv, xv),
                  "kernel reads_across_y, at point (0, 12, 2), accessed element (1, 12, 2) of component 1 of 'slope' (argument y), "
                  "which spans (-3:2, 10:15, 0:5) with components 1:2. With same, reach(below(0, 1, 0), above(0, 2, 0)) it "
                  "has (0:0, 11:14, 2:2) there");
  if (!strcmp(which, "mask"))
    return expect(vf_reads_mask_beside(&one, wrapped_as(marks, VF_LOGICAL32, "wet"), xv),
                  "kernel reads_mask_beside, at point (0, 12, 2), accessed element (0, 13, 2) of component 1 of 'wet' "
                  "(argument mask), which spans (-3:2, 10:15, 0:5) with components 1:2. With same, reach(0) it has (0:0, "
                  "12:12, 2:2) there; it would need reach(below(0, 0, 0), above(0, 1, 0))");
  if (!strcmp(which, "count"))
    return expect(vf_counts_beside(&one, wrapped_as(counts, VF_INT64, "visits"), xv, 0),
                  "kernel counts_beside, at point (0, 12, 2), wrote element (0, 12, 3) of component 1 of 'visits' "
                  "(argument count), which spans (-3:2, 10:15, 0:5) with components 1:2. The point owns (0:0, 12:12, 2:2) "
                  "there");
  if (!strcmp(which, "line"))
    return expect(vf_line_reads_outside(&one, xv, yv),
                  "kernel line_reads_outside, at point (0, 12, 2), accessed element (0, 13, 2) of component 1 of "
                  "'density' (argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. With same, "
                  "reach(below(0, 0, 0), above(1, 0, 0)) it has (0:1, 12:12, 2:2) there; it would need reach(below(0, "
                  "0, 0), above(1, 1, 0))");
  if (!strcmp(which, "beside"))
    return expect(vf_reads_beside_line(&one, xv, yv, 2),
                  "kernel reads_beside_line, at point (0, 12, 2), read line high at i = 2. Its reach has -1 .. 0 there; "
                  "it would need reach(below(1), above(2))");
  if (!strcmp(which, "reduction"))
    return expect(vf_sums_outside(&one, xv, &sum), "it would need reach(below(1, 0, 0), above(0, 0, 0))");
  if (!strcmp(which, "results"))
    return expect(vf_gives_outside(&one, xv, yv, &sum, NULL),
                  "kernel gives_outside, at point (0, 12, 2), accessed element (0, 13, 2) of component 1 of 'density'");
  return failed("no such mistake");
}
