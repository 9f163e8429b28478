#include "robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/context.h"
#include "../../core/error.h"
#include "../boundary.h"
#include "../cycle.h"
#include "../hierarchy.h"
#include "../single.h"
#include "rows.h"

/* How much two unknowns have to do with each other to be of one group: less on coarser levels, whose unknowns have more
 * neighbours. */
static const double tied_cells = 0.12, tied_coarser = 0.5;
/* The step of Jacobi's that makes the interpolation smooth, times the largest eigenvalue, and the longest one: one of
 * length 1 would leave nothing in a group of a single unknown, and its column would depend on others. */
static const double smoothing = 1.5, longest_step = 0.75;
/* The part of a matrix's eigenvalues that smooths work on. */
static const double smoothed_part = 0.125;

enum { long_row = 16 }; /* elements from which on rows are summed in parts */

static vf_status no_memory(void)
{
  return vf_fail(VF_ERROR_MEMORY, "vf_multigrid_create: no host memory for levels of the robust method");
}

/* A coefficient of the finest level on the host, from cell 0 on; the caller frees its numbers. */
static vf_status download(vf_multigrid *solver, vf_field from, vf_field *to)
{
  const vf_engine *engine = &solver->engine;
  const int *n = solver->levels[0].n;
  const size_t bytes = (size_t)(n[2] * from.plane + (n[1] + 1) * from.row) * sizeof(double);
  *to = from;
  to->at = malloc(bytes);
  if (!to->at) return no_memory();
  const int code = engine->backend->copy_to_host(to->at, from.at, bytes, engine->queue);
  if (code) return vf_solver_status(solver, code, "reading coefficients");
  return vf_context_wait(engine->context);
}

/* A ghost as a multiple of the cell inside: walls of all orders as that of order 2, which keeps the operator symmetric. */
static double ghost_of(const vf_multigrid *solver, int face)
{
  const int d = face % 3, n = solver->levels[0].n[d];
  vf_face folded = solver->levels[0].face[face];
  if (folded.cells > 1)
    vf_boundary_fold_graded(&solver->sides, face, solver->widths[0][d][face < 3 ? 0 : n - 1], &folded);
  return folded.cells > 0 ? folded.w[0] : 0;
}

static vf_status read_finest(vf_multigrid *solver, vf_finest_rows *m)
{
  const vf_level *level = &solver->levels[0];
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  *m = (vf_finest_rows){ .alpha = level->alpha };
  for (int d = 0; d < 3; d++) {
    m->n[d] = level->n[d];
    m->periodic[d] = solver->sides.kind[d] == VF_PERIODIC;
    m->over[d] = level->beta / (level->h[d] * level->h[d]);
  }
  for (int face = 0; face < 6; face++) m->ghost[face] = ghost_of(solver, face);
  vf_status status = download(solver, level->a, &m->a);
  for (int d = 0; d < 3 && !status; d++) status = download(solver, faces[d], &m->b[d]);
  return status;
}

static vf_status upload(vf_multigrid *solver, const void *from, size_t bytes, void **to)
{
  return vf_hierarchy_upload(solver, from, bytes, "levels of the robust method", to);
}

/* Lists as they lie on the device: columns and values with a number for each row, column and all of them. */
typedef struct scaled {
  const vf_row_lists *lists;
  const double *of_row, *of_column; /* NULL: 1 */
  double of_all;
  const int *places; /* of columns in fields; NULL: columns as they are */
} scaled;

static int place_of(const scaled *from, int column) { return from->places ? from->places[column] : column; }

/* Makes start[s + 1] the length of slice s, base its lowest column; returns how far columns of a slice lie apart. */
static int measure_slices(const scaled *from, int slices, int64_t *start, int *base)
{
  const vf_row_lists *lists = from->lists;
  int widest = 0;
#pragma omp parallel for schedule(static) reduction(max : widest)
  for (int s = 0; s < slices; s++) {
    const int first = s * VF_SPARSE_SLICE, left = lists->rows - first;
    const int end = first + (left < VF_SPARSE_SLICE ? left : VF_SPARSE_SLICE);
    int64_t longest = 0;
    int low = INT32_MAX, high = 0;
    for (int row = first; row < end; row++) {
      const int64_t length = lists->start[row + 1] - lists->start[row];
      longest = length > longest ? length : longest;
    }
    for (int64_t e = lists->start[first]; e < lists->start[end]; e++) {
      const int place = place_of(from, lists->column[e]);
      low = place < low ? place : low;
      high = place > high ? place : high;
    }
    start[s + 1] = longest * VF_SPARSE_SLICE;
    base[s] = low < high ? low : high;
    widest = high - base[s] > widest ? high - base[s] : widest;
  }
  for (int s = 0; s < slices; s++) start[s + 1] += start[s];
  return widest;
}

/* Also those places of the last slice that no row has. */
static void fill_slices(const scaled *from, int slices, const int64_t *start, const int *base, uint16_t *near, int *far,
                        float *value)
{
  const vf_row_lists *lists = from->lists;
#pragma omp parallel for schedule(static)
  for (int row = 0; row < slices * VF_SPARSE_SLICE; row++) {
    const int slice = row / VF_SPARSE_SLICE;
    const bool is_row = row < lists->rows;
    const int64_t end = is_row ? lists->start[row + 1] : 0;
    const double of_row = is_row && from->of_row ? from->of_row[row] : 1;
    int64_t to = start[slice] + row % VF_SPARSE_SLICE;
    for (int64_t e = is_row ? lists->start[row] : 0; to < start[slice + 1]; e++, to += VF_SPARSE_SLICE) {
      const int column = e < end ? lists->column[e] : 0, offset = e < end ? place_of(from, column) - base[slice] : 0;
      const double of_column = from->of_column ? from->of_column[column] : 1;
      if (near) near[to] = (uint16_t)offset;
      else far[to] = offset;
      value[to] = e < end ? (float)(from->of_all * lists->value[e] * of_row * of_column) : 0;
    }
  }
}

/* Into how many sums rows are split: long ones of which there are few need many threads. */
static int parts_for(int rows, int64_t elements)
{
  if (elements <= (int64_t)long_row * rows) return 1;
  return rows > 65536 ? 4 : rows > 8192 ? 8 : 32;
}

static vf_status slice(vf_multigrid *solver, const scaled *from, vf_sparse *m)
{
  const int rows = from->lists->rows, slices = (rows + VF_SPARSE_SLICE - 1) / VF_SPARSE_SLICE;
  int64_t *start = calloc((size_t)slices + 1, sizeof *start);
  int *base = malloc((size_t)(slices + 1) * sizeof *base);
  vf_status status = start && base ? VF_OK : no_memory();
  const bool is_near = !status && measure_slices(from, slices, start, base) <= UINT16_MAX;
  const size_t elements = status ? 0 : (size_t)start[slices], of_column = is_near ? sizeof(uint16_t) : sizeof(int);
  void *column = malloc((elements + 1) * of_column), *at[4] = { NULL };
  float *value = malloc((elements + 1) * sizeof *value);
  if (!status && !(column && value)) status = no_memory();
  if (!status) fill_slices(from, slices, start, base, is_near ? column : NULL, is_near ? NULL : column, value);
  if (!status) status = upload(solver, start, ((size_t)slices + 1) * sizeof *start, &at[0]);
  if (!status) status = upload(solver, base, (size_t)slices * sizeof *base, &at[1]);
  if (!status) status = upload(solver, column, (elements + 1) * of_column, &at[2]);
  if (!status) status = upload(solver, value, (elements + 1) * sizeof *value, &at[3]);
  *m = (vf_sparse){
    rows, parts_for(rows, (int64_t)elements), at[0], at[1], is_near ? at[2] : NULL, is_near ? NULL : at[2], at[3]
  };
  free(start);
  free(base);
  free(column);
  free(value);
  return status;
}

/* What is made of a level on the way to the next one. */
typedef struct draft {
  vf_operator_rows m;
  double *diagonal, *vectors;
  double *root, *over_root; /* of the diagonal, 0 where it is not positive; NULL: the level is not scaled */
  double largest;           /* eigenvalue of m over its diagonal */
  int *group, *places;
} draft;

static void forget(draft *d)
{
  vf_row_lists_free(&d->m.lists);
  free(d->diagonal);
  free(d->vectors);
  free(d->root);
  free(d->over_root);
  free(d->group);
  free(d->places);
  *d = (draft){ 0 };
}

static bool describe_draft(draft *d)
{
  const size_t rows = (size_t)d->m.rows;
  d->diagonal = malloc(rows * sizeof *d->diagonal);
  d->vectors = malloc(2 * rows * sizeof *d->vectors);
  d->group = malloc(rows * sizeof *d->group);
  if (!d->diagonal || !d->vectors || !d->group) return false;
#pragma omp parallel for schedule(static)
  for (int row = 0; row < d->m.rows; row++) {
    int room[VF_FINEST_ROW];
    double values[VF_FINEST_ROW];
    const int *column;
    const double *value;
    const int count = vf_row_of(&d->m, row, room, values, &column, &value);
    d->diagonal[row] = 0;
    for (int e = 0; e < count; e++)
      if (column[e] == row) d->diagonal[row] += value[e];
  }
  d->largest = vf_largest_eigenvalue(&d->m, d->diagonal, d->vectors);
  return true;
}

/* The least element of the diagonal that is not 0. */
static double least_of(const draft *d)
{
  double least = INFINITY;
#pragma omp parallel for schedule(static) reduction(min : least)
  for (int row = 0; row < d->m.rows; row++)
    if (d->diagonal[row] > 0) least = fmin(least, d->diagonal[row]);
  return least;
}

static bool find_roots(draft *d)
{
  d->root = malloc((size_t)d->m.rows * sizeof *d->root);
  d->over_root = malloc((size_t)d->m.rows * sizeof *d->over_root);
  for (int row = 0; row < d->m.rows && d->root && d->over_root; row++) {
    d->root[row] = d->diagonal[row] > 0 ? sqrt(d->diagonal[row]) : 0;
    d->over_root[row] = d->root[row] > 0 ? 1 / d->root[row] : 0;
  }
  return d->root && d->over_root;
}

static bool find_places(const vf_level *level, draft *d)
{
  const vf_field in_floats = vf_field_of_floats(&level->phi), *const phi = level->single ? &in_floats : &level->phi;
  d->places = malloc((size_t)d->m.rows * sizeof *d->places);
  if (!d->places) return false;
#pragma omp parallel for schedule(static)
  for (int cell = 0; cell < d->m.rows; cell++) {
    const int n0 = level->n[0], n1 = level->n[1];
    d->places[cell] = (int)(vf_field_place(phi, cell % n0) + cell / n0 % n1 * phi->row + cell / n0 / n1 * phi->plane);
  }
  return true;
}

/* Steps of which the product of factors 1 - length lambda is smallest over the upper part of the eigenvalues. */
static void find_lengths(double largest, float length[VF_AGGREGATE_STEPS])
{
  const double middle = largest * (1 + smoothed_part) / 2, radius = largest * (1 - smoothed_part) / 2;
  for (int s = 0; s < VF_AGGREGATE_STEPS; s++)
    length[s] = (float)(1 / (middle + radius * cos(acos(-1) * (2 * s + 1) / (2 * VF_AGGREGATE_STEPS))));
}

/* The inverse of the last level's matrix, as a matrix of which no element is left out. */
static vf_status invert(vf_multigrid *solver, const draft *d, vf_sparse *to)
{
  const size_t count = (size_t)d->m.rows, all = count * count;
  vf_row_lists lists = { .rows = d->m.rows, .start = malloc((count + 1) * sizeof *lists.start) };
  double *work = malloc(all * sizeof *work);
  lists.column = malloc(all * sizeof *lists.column);
  lists.value = malloc(all * sizeof *lists.value);
  vf_status status = lists.start && work && lists.column && lists.value ? VF_OK : no_memory();
  if (!status) {
    vf_inverse_of(&d->m, d->diagonal, solver->cycle.singular, work, lists.value);
    for (size_t e = 0; e < all; e++) lists.column[e] = (int)(e % count);
    for (size_t row = 0; row <= count; row++) lists.start[row] = (int64_t)(row * count);
    status = slice(solver, &(scaled){ &lists, d->root, d->root, 1, NULL }, to);
  }
  free(work);
  vf_row_lists_free(&lists);
  return status;
}

/* The matrix and the arrays of a level. */
static vf_status fill_level(vf_multigrid *solver, vf_aggregates *level, const draft *d)
{
  const size_t count = (size_t)level->count;
  void *at = NULL;
  vf_status status = vf_hierarchy_allocate(solver, 4 * count * sizeof(float), &at);
  level->x = at;
  level->next = level->x + count;
  level->rhs = level->next + count;
  level->left = level->rhs + count;
  level->last = count <= VF_LAST_AGGREGATES;
  find_lengths(d->largest, level->length);
  if (status) return status;
  if (level->last) return invert(solver, d, &level->matrix);
  return slice(solver, &(scaled){ &d->m.lists, d->over_root, d->over_root, 1, NULL }, &level->matrix);
}

/* The power of two that brings the largest of the numbers that unknowns of the first level are scaled by near 1. */
static int power_for(const draft *d)
{
  double most = 0;
  for (int row = 0; row < d->m.rows; row++) most = fmax(most, d->over_root[row]);
  return most > 0 ? -ilogb(most) : 0;
}

/* The level below that of the draft, which becomes its own. False in *more: there is none, or it is the last. */
static vf_status make_level(vf_multigrid *solver, draft *d, bool *more)
{
  const int l = solver->aggregate_levels;
  vf_aggregates *level = &solver->aggregates[l];
  vf_row_lists up = { 0 }, down = { 0 };
  draft coarse = { 0 };
  double tied = tied_cells * pow(tied_coarser, l);
  int groups = 0;
  *more = false;
  for (int attempt = 0; attempt < 4; attempt++, tied /= 4) { /* levels have to become small */
    groups = vf_group_unknowns(&d->m, d->diagonal, tied, d->group);
    if (groups < 0) return no_memory();
    if (groups < d->m.rows / 2) break;
  }
  if (groups == 0 || groups > d->m.rows * 0.9) return VF_OK;
  const double length = fmin(smoothing / d->largest, longest_step);
  bool good = vf_interpolation_rows(&d->m, d->diagonal, d->group, length, &up) &&
              vf_transposed_rows(&up, groups, &down) && vf_product_rows(&down, &d->m, &up, groups, &coarse.m.lists);
  coarse.m.rows = groups;
  good = good && describe_draft(&coarse) && find_roots(&coarse);
  vf_status status = good ? VF_OK : no_memory();
  level->count = groups;
  if (good && l == 0) solver->aggregates_power = power_for(&coarse);
  const double factor = l == 0 ? ldexp(1, solver->aggregates_power) : 1;
  if (!status) status = slice(solver, &(scaled){ &up, d->root, coarse.over_root, factor, NULL }, &level->up);
  if (!status) status = slice(solver, &(scaled){ &down, coarse.over_root, d->root, factor, d->places }, &level->down);
  if (!status) status = fill_level(solver, level, &coarse);
  if (!status) solver->aggregate_levels++;
  *more = !status && !level->last;
  vf_row_lists_free(&up);
  vf_row_lists_free(&down);
  forget(d);
  *d = coarse;
  return status;
}

vf_status vf_robust_make(vf_multigrid *solver)
{
  const vf_level *level = &solver->levels[0];
  const int64_t cells = (int64_t)level->n[0] * level->n[1] * level->n[2];
  vf_finest_rows finest = { .n = { 0 } };
  if (cells > INT32_MAX / 4 ||
      2 * level->phi.plane * level->n[2] > INT32_MAX) /* 2: rows of few floats have more padding */
    return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: more cells than the robust method walks");
  draft d = { .m = { .rows = (int)cells, .finest = &finest } };
  vf_status status = read_finest(solver, &finest);
  if (!status && !describe_draft(&d)) status = no_memory();
  if (!status) status = vf_single_make_robust(solver, least_of(&d), &solver->vectors[VF_ROBUST_VECTOR]);
  if (solver->robust_single) level = &solver->single[0];
  if (!status && !find_places(level, &d)) status = no_memory();
  bool more = cells > 1;
  while (more && !status && solver->aggregate_levels < VF_AGGREGATE_LEVELS) status = make_level(solver, &d, &more);
  forget(&d);
  free(finest.a.at);
  for (int b = 0; b < 3; b++) free(finest.b[b].at);
  return status;
}

/* A V-cycle from 0; give: what the coarse levels' correction is multiplied with. */
static int run_cycle(vf_multigrid *solver, const vf_aggregates_range *range)
{
  vf_engine *engine = &solver->engine;
  const vf_engine_table *call = engine->call;
  const bool single = solver->robust_single;
  vf_level *level = single ? &solver->single[0] : &solver->levels[0];
  const vf_cycle *cycle = &solver->cycle;
  const vf_field left = solver->vectors[VF_ROBUST_VECTOR];
  const vf_relax down = { .from_zero = true, .count = cycle->pre, .omegas = solver->omegas + cycle->post };
  const vf_relax up = { .count = cycle->post, .omegas = solver->omegas };
  int code = single ? call->relax_single(engine, level, &down) : vf_cycle_relax(solver, level, &down);
  if (!code) code = (single ? call->residual_single : call->residual)(engine, level, left);
  if (!code) code = call->aggregates_cycle(engine, solver->aggregates, solver->aggregate_levels, level, left, range);
  level->parity ^= 1;
  if (!code) code = single ? call->relax_single(engine, level, &up) : vf_cycle_relax(solver, level, &up);
  level->parity ^= 1;
  return code;
}

int vf_robust_cycle(vf_multigrid *solver)
{
  vf_engine *engine = &solver->engine;
  const vf_level *level = &solver->levels[0], *single = &solver->single[0];
  const double size = solver->residual_size;
  const int power = size > 0 && isfinite(size) ? -ilogb(size) : 0, of_transfers = -2 * solver->aggregates_power;
  if (!solver->robust_single)
    return run_cycle(solver, &(vf_aggregates_range){ ldexp(1, power), ldexp(1, of_transfers - power) });
  /* The operator is multiplied by a power of two as well, so that the cycle sees numbers near 1. */
  const int of_operator = ilogb(solver->single_factor);
  int code = engine->call->narrow(engine, level, level->rhs, ldexp(1, power), single->rhs);
  solver->robust_give = ldexp(1, of_operator - power);
  return code ? code : run_cycle(solver, &(vf_aggregates_range){ 1, ldexp(1, of_transfers - of_operator) });
}
