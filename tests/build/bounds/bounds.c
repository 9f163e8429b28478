/* A build with VIEWFAB_BOUNDS holds each access against the declaration of its argument, at the point that it is made
 * for, and names kernel, view, argument, the caller's index and the declaration that would fit. One mistake a run: on a
 * GPU the trap ends the context. */
#include <stdio.h>
#include <string.h>

#include <test_bounds_kernels.h>

enum { N = 6 };
static double x[2][N][N][N], y[2][N][N][N];
static const int64_t extents[4] = { N, N, N, 2 };
static const int lower[4] = { -3, 10, 0, 1 };
static const vf_box inner = { { -2, 11, 1 }, { 1, 14, 4 } }; /* all that lies beside it is still in x */
static const vf_box one = { { 0, 12, 2 }, { 0, 12, 2 } };

static int failed(const char *what)
{
  fprintf(stderr, "%s: %s\n", what, vf_last_error());
  return 1;
}

static vf_view *wrapped(void *first, const char *label)
{
  vf_view *view = NULL;
  return vf_view_wrap(NULL, first, VF_REAL64, 4, extents, lower, label, VF_WRAP_DISTINCT, &view) ? NULL : view;
}

static int expect(vf_status status, const char *text)
{
  puts(vf_last_error());
  if (status != VF_ERROR_BOUNDS) return failed("no error of bounds");
  return strstr(vf_last_error(), text) ? 0 : failed(text);
}

/* Bodies that keep to what they declare, under each map and kind of points. */
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
  return 0;
}

int main(int count, char **words)
{
  const char *which = count > 1 ? words[1] : "";
  vf_view *xv = wrapped(x, "density"), *yv = wrapped(y, "slope");
  double sum = 0;
  if (!xv || !yv) return failed("wrap");
  if (!strcmp(which, "right")) return right(xv, yv);
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
  if (!strcmp(which, "component"))
    return expect(vf_reads_another_component(&one, xv, yv),
                  "accessed element (0, 12, 2) of component 3 of 'density' (argument x), which spans (-3:2, 10:15, "
                  "0:5) with components 1:2");
  if (!strcmp(which, "updated"))
    return expect(vf_writes_beside(&one, xv, 0),
                  "kernel writes_beside, at point (0, 12, 2), wrote element (0, 11, 2) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. The point owns (0:0, 12:12, 2:2) "
                  "there");
  if (!strcmp(which, "written"))
    return expect(vf_writes_more(&one, xv),
                  "kernel writes_more, at point (0, 12, 2), accessed element (-1, 12, 2) of component 1 of 'density' "
                  "(argument x), which spans (-3:2, 10:15, 0:5) with components 1:2. The point owns (0:0, 12:12, 2:2) "
                  "there");
  if (!strcmp(which, "reduction"))
    return expect(vf_sums_outside(&one, xv, &sum), "it would need reach(below(1, 0, 0), above(0, 0, 0))");
  return failed("no such mistake");
}
