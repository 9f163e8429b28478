/* Solves with jumping coefficients by the robust method, beside smooth coefficients by default options, to the same
 * tolerance: times on the device named by VF_DEVICE, and the time to make the solvers.
 *
 *   bench_jumps [--solves number] [--smooths number] [--only part-of-a-name] [shape ...]        default: 64 128, 5 solves
 *
 * Inclusions are single cells and balls with other coefficients in a medium of 1; a face has the harmonic mean of its
 * cells. In the last row each face has any number between 1 and 10^6. Dirichlet walls of order 2; the right-hand side is
 * noise. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/solver.h>

#include "shape.h"
#include "timing.h"

enum { MOST_SOLVES = 15, MOST_GIVEN = 16 };
static const double relative = 1e-7;
static int smooths; /* of the robust method; 0: the default */

/* Inclusions: the number of centres among 100 000 cells, half the largest diameter, and the coefficient inside. */
typedef struct medium {
  const char *name;
  double centres, radius, inside;
} medium;

static const medium media[] = { { "smooth", 0, 0, 1 },
                                { "cells 1e6", 10000, 0.5, 1e6 },
                                { "cells, half of all, 1e6", 70000, 0.5, 1e6 },
                                { "balls to 1.5, 1e6", 2000, 1.5, 1e6 },
                                { "balls to 3, 1e6", 500, 3, 1e6 },
                                { "balls to 6, 1e6", 40, 6, 1e6 },
                                { "balls to 3, 1e-6", 500, 3, 1e-6 },
                                { "faces 1 to 1e6", -1, 0, 1e6 } };

static double noise(uint64_t number)
{
  number = (number + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  number = (number ^ (number >> 27)) * 0x94d049bb133111ebu;
  return (double)((number ^ (number >> 31)) >> 11) * 0x1p-53;
}

static double *cells_of(const int n[3], const medium *m)
{
  const int64_t all = (int64_t)n[0] * n[1] * n[2];
  double *x = malloc((size_t)all * sizeof *x);
  if (!x) exit(1);
  for (int64_t c = 0; c < all; c++) x[c] = 1;
  for (int64_t c = 0; c < all; c++) {
    if (!(noise((uint64_t)c) < 1e-5 * m->centres)) continue;
    const double radius = 0.4 + (m->radius - 0.4) * noise((uint64_t)(c + all));
    const int reach = (int)radius, at[3] = { (int)(c % n[0]), (int)(c / n[0] % n[1]), (int)(c / n[0] / n[1]) };
    for (int k = at[2] - reach; k <= at[2] + reach; k++)
      for (int j = at[1] - reach; j <= at[1] + reach; j++)
        for (int i = at[0] - reach; i <= at[0] + reach; i++) {
          const int d[3] = { i - at[0], j - at[1], k - at[2] };
          if (i < 0 || j < 0 || k < 0 || i >= n[0] || j >= n[1] || k >= n[2]) continue;
          if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] <= radius * radius)
            x[i + n[0] * (j + (int64_t)n[1] * k)] = m->inside;
        }
  }
  return x;
}

/* The number of an element: a face of direction d, or a cell (direction -1). */
static double number_at(const int n[3], const medium *m, const double *cells, int d, const int at[3])
{
  if (d < 0) return 1;
  if (m->centres == 0) return 1 + 0.5 * sin(0.05 * at[0] + 0.03 * at[1]) * cos(0.04 * at[2]);
  if (m->centres < 0) return pow(m->inside, noise((uint64_t)(d + 3 * (at[0] + 4096 * (at[1] + 4096L * at[2])))));
  int64_t low = 0, high = 0, step = 1;
  for (int e = 0; e < 3; e++, step *= n[e - 1]) {
    const int below = at[e] - (e == d), above = at[e];
    low += step * (below < 0 ? 0 : below);
    high += step * (above == n[e] ? n[e] - 1 : above);
  }
  return 2 * cells[low] * cells[high] / (cells[low] + cells[high]);
}

static vf_view *view_of(const int n[3], const medium *m, const double *cells, int d, bool of_noise)
{
  const int64_t extents[3] = { n[0] + (d == 0), n[1] + (d == 1), n[2] + (d == 2) };
  const int lower[3] = { 0, 0, 0 };
  vf_view *view = NULL;
  void *address = NULL;
  check(vf_view_create(NULL, VF_REAL64, 3, extents, lower, "bench", &view));
  check(vf_view_to_host(view, VF_WRITE));
  check(vf_view_host_address(view, &address));
  double *x = address;
  for (int k = 0; k < extents[2]; k++)
    for (int j = 0; j < extents[1]; j++)
      for (int i = 0; i < extents[0]; i++) {
        const int64_t e = i + extents[0] * (j + extents[1] * k);
        x[e] = of_noise ? noise((uint64_t)e) - 0.5 : number_at(n, m, cells, d, (int[3]){ i, j, k });
      }
  check(vf_view_to_device(view, VF_UPDATE));
  return view;
}

/* Prints a line of the table. Returns the median time of the solves of a medium in seconds. */
static double measure(const int n[3], const medium *m, int solves, double smooth)
{
  const vf_box box = { { 0, 0, 0 }, { n[0] - 1, n[1] - 1, n[2] - 1 } };
  const double h[3] = { 1.0 / n[0], 1.0 / n[0], 1.0 / n[0] };
  vf_boundary sides = { .order = 2 };
  vf_multigrid_options options = vf_multigrid_defaults();
  vf_multigrid_report report = { 0 };
  vf_multigrid *solver = NULL;
  double *cells = cells_of(n, m), times[MOST_SOLVES];
  int64_t bytes = 0;
  int levels = 0;
  vf_view *views[6];
  for (int v = 0; v < 6; v++) views[v] = view_of(n, m, cells, v < 4 ? v - 1 : -1, v == 5);
  for (int face = 0; face < 6; face++) sides.kind[face] = VF_DIRICHLET;
  options.relative = relative;
  if (m->centres != 0) options.method = VF_METHOD_ROBUST;
  if (m->centres != 0 && smooths > 0) options.pre = options.post = smooths;
  const double start = now();
  check(vf_multigrid_create(&(vf_multigrid_problem){ .boxes = &box,
                                                     .box_count = 1,
                                                     .h = { h[0], h[1], h[2] },
                                                     .sides = &sides,
                                                     .alpha = 0,
                                                     .beta = 1,
                                                     .a = &views[0],
                                                     .bx = &views[1],
                                                     .by = &views[2],
                                                     .bz = &views[3] },
                            &options, &solver));
  check(vf_context_wait(NULL));
  const double making = now() - start;
  check(vf_multigrid_shape(solver, &levels, NULL, &bytes));
  vf_status status = VF_OK;
  for (int s = -1; s < solves; s++) { /* the first solve warms up */
    const double begin = now();
    status = vf_multigrid_solve(solver, &views[4], &views[5], NULL, &report);
    check(vf_context_wait(NULL));
    if (s >= 0) times[s] = now() - begin;
  }
  const double seconds = median(times, solves), million = 1e-6 * (double)n[0] * n[1] * n[2];
  printf("%4d x %4d x %4d  %-24s %9.3f ms  %3d cycles  %8.2e  %6.2f times  %8.1f ms to make, %2d levels, %6.1f bytes a "
         "cell%s\n",
         n[0], n[1], n[2], m->name, 1e3 * seconds, report.cycles, report.residual / report.rhs_norm,
         smooth > 0 ? seconds / smooth : 1, 1e3 * making, levels, 1e-6 * (double)bytes / million,
         status ? "  NOT SOLVED" : "");
  fflush(stdout);
  check(vf_multigrid_destroy(&solver));
  for (int v = 0; v < 6; v++) check(vf_view_release(&views[v], true));
  free(cells);
  return seconds;
}

int main(int argc, char **argv)
{
  const char *only = NULL;
  int solves = 5, count = 0, shapes[MOST_GIVEN][3] = { { 64, 64, 64 }, { 128, 128, 128 } };
  for (int a = 1; a < argc && count < MOST_GIVEN; a++) {
    if (!strcmp(argv[a], "--solves") && a + 1 < argc) solves = atoi(argv[++a]);
    else if (!strcmp(argv[a], "--smooths") && a + 1 < argc) smooths = atoi(argv[++a]);
    else if (!strcmp(argv[a], "--only") && a + 1 < argc) only = argv[++a];
    else read_shape(argv[a], shapes[count++]);
  }
  if (solves < 1 || solves > MOST_SOLVES) solves = 5;
  check(vf_init(NULL));
  printf("solves to %g on %s, medians of %d\n", relative, vf_context_device(NULL), solves);
  for (int s = 0; s < (count > 0 ? count : 2); s++) {
    double smooth = 0;
    for (size_t m = 0; m < sizeof media / sizeof media[0]; m++) {
      if (m > 0 && only && !strstr(media[m].name, only)) continue;
      const double seconds = measure(shapes[s], &media[m], solves, smooth);
      if (m == 0) smooth = seconds;
    }
  }
  check(vf_finalize());
  return 0;
}
