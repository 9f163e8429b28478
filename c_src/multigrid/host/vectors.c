#include "engine_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "thread_team.h"

static int64_t rows_of(const vfi_level *level) { return (int64_t)level->n[1] * level->n[2]; }

/* Adds terms to every step-th lane. */
static void add_terms(vfi_term what, const double *p, const double *q, ptrdiff_t count, double *lanes, ptrdiff_t step)
{
  switch (what) {
    case VF_TERM_SIZE:
      for (ptrdiff_t c = 0; c < count; c++)
        lanes[c * step] = vfi_reduction_combine(VF_REDUCTION_MAX, lanes[c * step], fabs(p[c]));
      break;
    case VF_TERM_VALUE:
      for (ptrdiff_t c = 0; c < count; c++) lanes[c * step] += p[c];
      break;
    case VF_TERM_PRODUCT:
      for (ptrdiff_t c = 0; c < count; c++) lanes[c * step] += p[c] * q[c];
      break;
  }
}

static vfi_reduction reduction_of(vfi_term what) { return what == VF_TERM_SIZE ? VF_REDUCTION_MAX : VF_REDUCTION_SUM; }

/* Reduces cells first .. last - 1 of plane k in column order. */
static double reduce_tile(const vfi_level *level, vfi_term what, const vf_field *x, const vf_field *y, int k,
                          int64_t first, int64_t last)
{
  const vfi_reduction kind = reduction_of(what);
  double lanes[VF_REDUCTION_LANES];
  for (int lane = 0; lane < VF_REDUCTION_LANES; lane++) lanes[lane] = vfi_reduction_start(kind);
  const int n0 = level->n[0];
  int lane = 0;
  for (int64_t cell = first; cell < last;) {
    const int i = (int)(cell % n0), j = (int)(cell / n0);
    int64_t run = n0 - i;
    if (run > last - cell) run = last - cell;
    if (run > VF_REDUCTION_LANES - lane) run = VF_REDUCTION_LANES - lane;
    const ptrdiff_t step = x->odd_start ? 2 : 1;
    for (int start = 0; start < (int)step; start++) {
      const double *p = vfi_field_row(x, j, k) + vfi_field_place(x, i + start);
      const double *q = vfi_field_row(y, j, k) + vfi_field_place(y, i + start);
      add_terms(what, p, q, (run - start + step - 1) / step, lanes + lane + start, step);
    }
    cell += run;
    lane = (lane + (int)run) % VF_REDUCTION_LANES;
  }
  return vfi_reduction_lanes(kind, lanes);
}

static double *reduce_tiles(vfi_engine *engine, const vfi_level *level, vfi_term what, const vf_field *x,
                            const vf_field *y)
{
  const int64_t cells = level->n[0] * (int64_t)level->n[1], of_plane = vfi_plane_tiles(level);
  const int64_t tiles = vfi_level_tiles(level);
  double *list = vfi_workbench_scratch(engine->state, (size_t)tiles);
  if (!list) return NULL;
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads(vfi_level_cells(level)))
  for (int64_t t = 0; t < tiles; t++) {
    const int64_t first = t % of_plane * VF_REDUCTION_TILE, left = cells - first;
    const int64_t last = left < VF_REDUCTION_TILE ? cells : first + VF_REDUCTION_TILE;
    list[t] = reduce_tile(level, what, x, y, (int)(t / of_plane), first, last);
  }
  return list;
}

int vfi_host_tiles(vfi_engine *engine, vfi_level *level, vfi_term what, vf_field x, vf_field y, const double **list)
{
  *list = reduce_tiles(engine, level, what, &x, &y);
  return *list ? 0 : ENOMEM;
}

double vfi_level_reduce(vfi_term what, double *list, int64_t count)
{
  const vf_partial_row row = vfi_partial_row_of_one(reduction_of(what));
  vf_backend_host()->reduce((vf_partial *)list, count, &row, NULL, NULL);
  return list[0];
}

static int reduce(vfi_engine *engine, const vfi_level *level, vfi_term what, vf_field x, vf_field y, double *result)
{
  double *list = reduce_tiles(engine, level, what, &x, &y);
  if (!list) return ENOMEM;
  *result = vfi_level_reduce(what, list, vfi_level_tiles(level));
  return 0;
}

int vfi_host_norm(vfi_engine *engine, vfi_level *level, vf_field x, double *max)
{
  return reduce(engine, level, VF_TERM_SIZE, x, x, max);
}

int vfi_host_sum(vfi_engine *engine, vfi_level *level, vf_field x, double *sum)
{
  return reduce(engine, level, VF_TERM_VALUE, x, x, sum);
}

int vfi_host_dot(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *sum)
{
  return reduce(engine, level, VF_TERM_PRODUCT, x, y, sum);
}

/* out = rhs - L phi; if opposite, out = L phi, computed as the opposite of the residual for the right-hand side 0. */
static int residual(vfi_engine *engine, const vfi_level *level, vf_field out, bool opposite)
{
  vfi_workbench *workbench = engine->state;
  const vfi_row_numbers numbers = vfi_level_numbers(level);
  const ptrdiff_t length = vfi_scratch_row(level->n[0]), extent = vfi_field_extent(&out, level->n[0]);
  const int threads = vfi_thread_team_threads(vfi_level_cells(level)), n1 = level->n[1];
  double *scratch = vfi_workbench_scratch(workbench, (size_t)(threads + 1) * VF_SCRATCH_ROWS * (size_t)length);
  if (!scratch) return ENOMEM;
  vfi_level with = *level;
  if (opposite) {
    double *zeros = scratch + (ptrdiff_t)threads * VF_SCRATCH_ROWS * length;
    memset(zeros, 0, (size_t)extent * sizeof *zeros);
    with.rhs = (vf_field){ .at = zeros, .odd_start = out.odd_start };
  }
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int64_t row = 0; row < rows_of(level); row++) {
    const vfi_bench bench = { workbench->rows, scratch + vfi_thread_team_me() * VF_SCRATCH_ROWS * length, length,
                              false };
    const int j = (int)(row % n1), k = (int)(row / n1);
    double *to = vfi_field_row(&out, j, k);
    vfi_level_residual_row(&with, &numbers, &bench, j, k, to);
    for (ptrdiff_t i = 0; opposite && i < extent; i++) to[i] = -to[i];
  }
  return 0;
}

int vfi_host_residual(vfi_engine *engine, vfi_level *level, vf_field r) { return residual(engine, level, r, false); }

int vfi_host_operate(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y)
{
  vfi_level with = *level;
  with.phi = x;
  return residual(engine, &with, y, true);
}

int vfi_host_combine(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y)
{
  (void)engine;
  const int n1 = level->n[1];
  const ptrdiff_t n0 = vfi_field_extent(&x, level->n[0]);
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads(vfi_level_cells(level)))
  for (int64_t row = 0; row < rows_of(level); row++) {
    const double *p = vfi_field_row(&x, (int)(row % n1), (int)(row / n1));
    double *q = vfi_field_row(&y, (int)(row % n1), (int)(row / n1));
    if (t == 0)
      for (ptrdiff_t i = 0; i < n0; i++) q[i] = s * p[i];
    else
      for (ptrdiff_t i = 0; i < n0; i++) q[i] = s * p[i] + t * q[i];
  }
  return 0;
}

int vfi_host_shift(vfi_engine *engine, vfi_level *level, vf_field x, double value)
{
  (void)engine;
  const int n1 = level->n[1];
  const ptrdiff_t n0 = vfi_field_extent(&x, level->n[0]);
#pragma omp parallel for schedule(static) num_threads(vfi_thread_team_threads(vfi_level_cells(level)))
  for (int64_t row = 0; row < rows_of(level); row++) {
    double *p = vfi_field_row(&x, (int)(row % n1), (int)(row / n1));
    for (ptrdiff_t i = 0; i < n0; i++) p[i] += value;
  }
  return 0;
}

/* Runs in parallel, so the pages of new memory lie near the threads that use them. */
int vfi_host_zero(vfi_engine *engine, void *at, size_t bytes)
{
  (void)engine;
  char *const start = at;
  const int64_t piece = 1 << 18, pieces = ((int64_t)bytes + piece - 1) / piece;
#pragma omp parallel for schedule(static) if (pieces > 1)
  for (int64_t p = 0; p < pieces; p++) {
    const size_t from = (size_t)(p * piece), left = bytes - from;
    memset(start + from, 0, left < (size_t)piece ? left : (size_t)piece);
  }
  return 0;
}
