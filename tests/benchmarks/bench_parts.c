/* Moves of parts of an array beside a move of the whole array, in both directions: a shell of one layer, a plane of each direction,
 * a cube of an eighth of the cells.
 *   bench_parts [cells per side, default 512] */
#include "timing.h"

#include <viewfab/parts.h>

enum { ROUNDS = 7 };

static double *values;

/* The part becomes old on the side that it moves to. box NULL: the whole array. shell: the cells around the box. */
static double seconds_of(vf_view *view, const vf_box *box, bool shell, bool to_device)
{
  double times[ROUNDS];
  for (int round = 0; round < ROUNDS; round++) {
    /* both sides are valid before; then one side is newest, as far as the state counts parts */
    check(vf_view_to_device(view, VF_READ));
    check(vf_view_to_host(view, VF_READ));
    check(to_device ? vf_view_to_host(view, VF_UPDATE) : vf_view_to_device(view, VF_UPDATE));
    const double begin = now();
    if (shell)
      check(to_device ? vf_view_sync_h2d_ghosts(view, box, 1, NULL) : vf_view_sync_d2h_ghosts(view, box, 1, NULL));
    else if (box) check(to_device ? vf_view_sync_h2d_box(view, box, NULL) : vf_view_sync_d2h_box(view, box, NULL));
    else check(to_device ? vf_view_sync_h2d(view) : vf_view_sync_d2h(view));
    times[round] = now() - begin;
  }
  return median(times, ROUNDS);
}

int main(int argc, char **argv)
{
  const int n = argc > 1 ? atoi(argv[1]) : 512;
  const int64_t extents[3] = { n, n, n };
  const int last = n - 1, half = n / 2 - 1;
  const struct {
    const char *name;
    vf_box box;
    bool shell;
  } parts[] = { { "shell of one layer", { { 1, 1, 1 }, { last - 1, last - 1, last - 1 } }, true },
                { "plane of x", { { 3, 0, 0 }, { 3, last, last } }, false },
                { "plane of y", { { 0, 3, 0 }, { last, 3, last } }, false },
                { "plane of z", { { 0, 0, 3 }, { last, last, 3 } }, false },
                { "cube of an eighth", { { 1, 1, 1 }, { half, half, half } }, false } };
  if (n < 8 || !(values = calloc((size_t)n * n * n, sizeof *values))) {
    fputs("bench_parts: at least 8 cells per side, and memory for them\n", stderr);
    return 2;
  }
  vf_view *view = NULL;
  check(vf_init(NULL));
  check(vf_view_wrap(NULL, values, VF_REAL64, 3, extents, (const int[]){ 0, 0, 0 }, "cells", VF_WRAP_DISTINCT, &view));
  const double down = seconds_of(view, NULL, false, false), up = seconds_of(view, NULL, false, true);
  printf("%d^3 doubles on %s, median of %d, milliseconds and share of the whole array's time\n", n,
         vf_context_device(NULL), ROUNDS);
  printf("%-20s %10s %8s %10s %8s\n", "part", "to host", "share", "to device", "share");
  printf("%-20s %10.3f %8.3f %10.3f %8.3f\n", "whole array", 1e3 * down, 1.0, 1e3 * up, 1.0);
  for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++) {
    const double d = seconds_of(view, &parts[p].box, parts[p].shell, false);
    const double u = seconds_of(view, &parts[p].box, parts[p].shell, true);
    printf("%-20s %10.3f %8.3f %10.3f %8.3f\n", parts[p].name, 1e3 * d, d / down, 1e3 * u, u / up);
  }
  check(vf_view_release(&view, true));
  check(vf_finalize());
  free(values);
  return 0;
}
