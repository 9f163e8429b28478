#include "robust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/context.h"
#include "../../core/error.h"
#include "../boundary.h"
#include "../cycle.h"
#include "../hierarchy.h"
#include "rows.h"

/* How much two unknowns have to do with each other to be of one group: less on coarser levels, whose unknowns have more
 * neighbours. */
static const double tied_cells = 0.12, tied_coarser = 0.5;
/* The step of Jacobi's that makes the interpolation smooth, times the largest eigenvalue. */
static const double smoothing = 1.5;
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
  vf_status status = vf_hierarchy_allocate(solver, bytes, to);
  if (status) return status;
  const vf_engine *engine = &solver->engine;
  const int code = engine->backend->copy_to_device(*to, from, bytes, engine->queue);
  if (code) return vf_solver_status(solver, code, "levels of the robust method");
  return vf_context_wait(engine->context);
}

/* Lists in slices on the device. places: of columns in fields, NULL: columns as they are. */
static vf_status slice(vf_multigrid *solver, const vf_row_lists *lists, const int *places, vf_sparse *m)
{
  const int slices = (lists->rows + VF_SPARSE_SLICE - 1) / VF_SPARSE_SLICE;
  int64_t *start = calloc((size_t)slices + 1, sizeof *start);
  if (!start) return no_memory();
  for (int row = 0; row < lists->rows; row++) {
    const int64_t length = (lists->start[row + 1] - lists->start[row]) * VF_SPARSE_SLICE;
    int64_t *const of = &start[row / VF_SPARSE_SLICE + 1];
    if (length > *of) *of = length;
  }
  for (int s = 0; s < slices; s++) start[s + 1] += start[s];
  const size_t elements = (size_t)start[slices] + 1;
  int *column = calloc(elements, sizeof *column);
  double *value = calloc(elements, sizeof *value);
  void *at[3] = { NULL };
  vf_status status = column && value ? VF_OK : no_memory();
  for (int row = 0; row < lists->rows && !status; row++)
    for (int64_t e = lists->start[row]; e < lists->start[row + 1]; e++) {
      const int64_t to =
          start[row / VF_SPARSE_SLICE] + (e - lists->start[row]) * VF_SPARSE_SLICE + row % VF_SPARSE_SLICE;
      column[to] = places ? places[lists->column[e]] : lists->column[e];
      value[to] = lists->value[e];
    }
  if (!status) status = upload(solver, start, ((size_t)slices + 1) * sizeof *start, &at[0]);
  if (!status) status = upload(solver, column, elements * sizeof *column, &at[1]);
  if (!status) status = upload(solver, value, elements * sizeof *value, &at[2]);
  const bool are_long = (int64_t)elements > (int64_t)long_row * lists->rows;
  *m = (vf_sparse){ lists->rows, are_long ? VF_SPARSE_PARTS : 1, at[0], at[1], at[2] };
  free(start);
  free(column);
  free(value);
  return status;
}

/* What is made of a level on the way to the next one. */
typedef struct draft {
  vf_operator_rows m;
  double *diagonal, *vectors;
  double largest; /* eigenvalue of m over its diagonal */
  int *group, *places;
} draft;

static void forget(draft *d)
{
  vf_row_lists_free(&d->m.lists);
  free(d->diagonal);
  free(d->vectors);
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

static bool find_places(const vf_level *level, draft *d)
{
  const vf_field *phi = &level->phi;
  d->places = malloc((size_t)d->m.rows * sizeof *d->places);
  for (int cell = 0; cell < d->m.rows && d->places; cell++) {
    const int n0 = level->n[0], n1 = level->n[1];
    d->places[cell] = (int)(vf_field_place(phi, cell % n0) + cell / n0 % n1 * phi->row + cell / n0 / n1 * phi->plane);
  }
  return d->places != NULL;
}

/* Steps of which the product of factors 1 - length lambda is smallest over the upper part of the eigenvalues. */
static void find_lengths(double largest, double length[VF_AGGREGATE_STEPS])
{
  const double middle = largest * (1 + smoothed_part) / 2, radius = largest * (1 - smoothed_part) / 2;
  for (int s = 0; s < VF_AGGREGATE_STEPS; s++)
    length[s] = 1 / (middle + radius * cos(acos(-1) * (2 * s + 1) / (2 * VF_AGGREGATE_STEPS)));
}

/* The arrays of a level, and on the last one the inverse. */
static vf_status fill_level(vf_multigrid *solver, vf_aggregates *level, draft *d)
{
  const size_t count = (size_t)level->count;
  void *at = NULL;
  vf_status status = vf_hierarchy_allocate(solver, 4 * count * sizeof(double), &at);
  if (status) return status;
  level->x = at;
  level->next = level->x + count;
  level->rhs = level->next + count;
  level->left = level->rhs + count;
  find_lengths(d->largest, level->length);
  for (size_t i = 0; i < count; i++) d->vectors[i] = d->diagonal[i] != 0 ? 1 / d->diagonal[i] : 0;
  status = upload(solver, d->vectors, count * sizeof(double), &at);
  level->inverse = at;
  if (status || count > VF_LAST_AGGREGATES) return status;
  double *work = malloc(2 * count * count * sizeof *work);
  if (!work) return no_memory();
  vf_inverse_of(&d->m, solver->cycle.singular, work, work + count * count);
  status = upload(solver, work + count * count, count * count * sizeof *work, &at);
  level->solution = at;
  free(work);
  return status;
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
  const double length = smoothing / d->largest;
  bool good = vf_interpolation_rows(&d->m, d->diagonal, d->group, length, &up) &&
              vf_transposed_rows(&up, groups, &down) && vf_product_rows(&down, &d->m, &up, groups, &coarse.m.lists);
  coarse.m.rows = groups;
  good = good && describe_draft(&coarse);
  vf_status status = good ? VF_OK : no_memory();
  level->count = groups;
  if (!status) status = slice(solver, &coarse.m.lists, NULL, &level->matrix);
  if (!status) status = slice(solver, &up, NULL, &level->up);
  if (!status) status = slice(solver, &down, d->places, &level->down);
  if (!status) status = fill_level(solver, level, &coarse);
  if (!status) solver->aggregate_levels++;
  *more = !status && !level->solution;
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
  if (cells > INT32_MAX / 4 || level->phi.plane * level->n[2] > INT32_MAX)
    return vf_fail(VF_ERROR_BOX, "vf_multigrid_create: more cells than the robust method walks");
  draft d = { .m = { .rows = (int)cells, .finest = &finest } };
  vf_status status = read_finest(solver, &finest);
  if (!status && !(describe_draft(&d) && find_places(level, &d))) status = no_memory();
  bool more = cells > 1;
  while (more && !status && solver->aggregate_levels < VF_AGGREGATE_LEVELS) status = make_level(solver, &d, &more);
  forget(&d);
  free(finest.a.at);
  for (int b = 0; b < 3; b++) free(finest.b[b].at);
  return status;
}

int vf_robust_cycle(vf_multigrid *solver)
{
  vf_engine *engine = &solver->engine;
  vf_level *level = &solver->levels[0];
  const vf_cycle *cycle = &solver->cycle;
  const vf_field left = solver->vectors[VF_ROBUST_VECTOR];
  const vf_relax down = { .from_zero = true, .count = cycle->pre, .omegas = solver->omegas + cycle->post };
  const vf_relax up = { .count = cycle->post, .omegas = solver->omegas };
  int code = vf_cycle_relax(solver, level, &down);
  if (!code) code = engine->call->residual(engine, level, left);
  if (!code) code = engine->call->aggregates_cycle(engine, solver->aggregates, solver->aggregate_levels, level, left);
  level->parity ^= 1;
  if (!code) code = vf_cycle_relax(solver, level, &up);
  level->parity ^= 1;
  return code;
}
