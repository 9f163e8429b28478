/* Times of vf_multigrid_solve to 1e-10 over problem sizes and boxes, both operators, on the device named by VF_DEVICE.
 *
 *   bench_multigrid [--double] [--csv file] [cells ...]     --double: no cycles in single precision
 *                                                           default on the host: 32 64 128 256, on a GPU also 384 512 768
 *
 * Prints a table, and writes the same rows to the file (plot_solves.py makes a figure of them): median and best of several
 * solves, cycles, nanoseconds of a cell, bytes of the solver for a cell. The right-hand side is on the device before, and
 * phi stays there. Boxes: the whole cube, 64^3, 32^3. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/solver.h>

#include "timing.h"

enum { SOLVES = 7 };

static FILE *csv; /* NULL: none */
static bool only_double;

typedef struct boxes {
  int count;
  vf_box *box;
  vf_view **phi, **rhs, **coefficient[4];
} boxes;

/* A view on the device. rhs: a product of sines with a little of every frequency, else the value. */
static vf_view *made(const vf_box *box, int ghosts, int face, int n, double value, bool rhs)
{
  vf_view *view = NULL;
  int64_t extents[3];
  int lower[3];
  for (int d = 0; d < 3; d++) {
    extents[d] = box->upper[d] - box->lower[d] + 1 + 2 * ghosts + (face == d);
    lower[d] = box->lower[d] - ghosts;
  }
  void *address = NULL;
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "bench", &view));
  check(vf_view_to_host(view, VF_WRITE));
  check(vf_view_host_address(view, &address));
  double *x = address;
  const double pi = 3.14159265358979324, h = 1.0 / n;
  int64_t e = 0;
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++) {
      const double yz = sin(pi * (j + lower[1] + 0.5) * h) * sin(pi * (k + lower[2] + 0.5) * h);
      for (int i = 0; i < extents[0]; i++, e++) {
        const uint32_t noise = (uint32_t)(i + lower[0]) * 2654435761u ^ (uint32_t)(j + lower[1]) * 40503u ^
                               (uint32_t)(k + lower[2]) * 69069u;
        x[e] = rhs ? -3 * pi * pi * sin(pi * (i + lower[0] + 0.5) * h) * yz + (noise >> 8) * 0x1p-24 : value;
      }
    }
  check(vf_view_to_device(view, VF_UPDATE));
  return view;
}

static boxes make_boxes(int n, int size, bool variable)
{
  const int side = n / size;
  boxes b = { .count = side * side * side };
  b.box = calloc((size_t)b.count, sizeof *b.box);
  b.phi = calloc((size_t)b.count, sizeof *b.phi);
  b.rhs = calloc((size_t)b.count, sizeof *b.rhs);
  for (int c = 0; c < 4; c++) b.coefficient[c] = calloc((size_t)b.count, sizeof *b.rhs);
  for (int p = 0; p < b.count; p++) {
    const int part[3] = { p % side, p / side % side, p / side / side };
    for (int d = 0; d < 3; d++) {
      b.box[p].lower[d] = part[d] * size;
      b.box[p].upper[d] = part[d] * size + size - 1;
    }
    b.phi[p] = made(&b.box[p], 1, -1, n, 0, false);
    b.rhs[p] = made(&b.box[p], 0, -1, n, 0, true);
    for (int c = 0; c < 4 && variable; c++) b.coefficient[c][p] = made(&b.box[p], 0, c - 1, n, c ? 1.0 : 0.5, false);
  }
  return b;
}

static void free_boxes(boxes *b)
{
  for (int p = 0; p < b->count; p++) {
    check(vf_view_release(&b->phi[p], true));
    check(vf_view_release(&b->rhs[p], true));
    for (int c = 0; c < 4; c++) check(vf_view_release(&b->coefficient[c][p], true));
  }
  for (int c = 0; c < 4; c++) free(b->coefficient[c]);
  free(b->box);
  free(b->phi);
  free(b->rhs);
}

static void measure(int n, int size, bool variable)
{
  boxes b = make_boxes(n, size, variable);
  vf_boundary sides = { .order = 2 };
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  const double h = 1.0 / n, h3[3] = { h, h, h };
  vf_multigrid_options options = vf_multigrid_defaults();
  if (only_double) options.precision = VF_PRECISION_DOUBLE;
  vf_multigrid *solver = NULL;
  vf_multigrid_report report;
  double times[SOLVES];
  int64_t bytes = 0;
  if (variable)
    check(vf_multigrid_create(&(vf_multigrid_problem){ .boxes = b.box,
                                                       .box_count = b.count,
                                                       .h = { h3[0], h3[1], h3[2] },
                                                       .sides = &sides,
                                                       .alpha = 1,
                                                       .beta = 1,
                                                       .a = b.coefficient[0],
                                                       .bx = b.coefficient[1],
                                                       .by = b.coefficient[2],
                                                       .bz = b.coefficient[3] },
                              &options, &solver));
  else
    check(vf_multigrid_create(
        &(vf_multigrid_problem){ .boxes = b.box, .box_count = b.count, .h = { h, h, h }, .sides = &sides }, &options,
        &solver));
  check(vf_multigrid_shape(solver, NULL, NULL, &bytes));
  for (int s = -2; s < SOLVES; s++) { /* the first two solves warm up */
    check(vf_context_wait(NULL));
    const double start = now();
    check(vf_multigrid_solve(solver, b.phi, b.rhs, NULL, &report));
    check(vf_context_wait(NULL));
    if (s >= 0) times[s] = now() - start;
  }
  const double cells = (double)n * n * n, usual = median(times, SOLVES);
  printf("%4d^3  %4d^3  %-8s  %10.3f  %10.3f  %3d  %9.2e  %8.3f  %8.1f\n", n, size, variable ? "variable" : "constant",
         1e3 * usual, 1e3 * times[0], report.cycles, report.residual / report.rhs_norm, 1e9 * usual / cells,
         (double)bytes / cells);
  fflush(stdout);
  if (csv)
    fprintf(csv, "%d,%d,%s,%.4f,%.4f,%d,%.3e,%.1f\n", n, size, variable ? "variable" : "constant", 1e3 * usual,
            1e3 * times[0], report.cycles, report.residual / report.rhs_norm, (double)bytes / cells);
  check(vf_multigrid_destroy(&solver));
  free_boxes(&b);
}

static void measure_size(int n)
{
  const int sizes[3] = { n, 64, 32 };
  for (int s = 0; s < 3; s++) {
    if (s > 0 && (n <= sizes[s] || n % sizes[s])) continue;
    measure(n, sizes[s], false);
    if (s == 0) measure(n, sizes[s], true);
  }
}

int main(int argc, char **argv)
{
  static const int all[] = { 32, 64, 128, 256, 384, 512, 768 };
  only_double = argc > 1 && !strcmp(argv[1], "--double");
  argc -= only_double;
  argv += only_double;
  const char *path = argc > 2 && !strcmp(argv[1], "--csv") ? argv[2] : NULL;
  const int first = path ? 3 : 1;
  if (path && !(csv = fopen(path, "w"))) {
    perror(path);
    return 2;
  }
  check(vf_init(NULL));
  const char *device = vf_context_device(NULL);
  if (csv) fprintf(csv, "cells,box,operator,median_ms,best_ms,cycles,residual,bytes_per_cell\n");
  printf("solves to 1e-10 on %s, median and best of %d in milliseconds\n", device, SOLVES);
  printf("cells   boxes   operator        median        best  cycles residual  ns/cell  bytes/cell\n");
  if (argc > first)
    for (int a = first; a < argc; a++) measure_size(atoi(argv[a]));
  else
    for (int a = 0; a < (strcmp(device, "host") ? 7 : 4); a++) measure_size(all[a]);
  check(vf_finalize());
  if (csv && fclose(csv)) {
    perror(path);
    return 1;
  }
  return 0;
}
