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
#include "slices.h"

/* The coupling from which two unknowns form a group. On coarser levels a weaker coupling suffices, because unknowns
 * have more neighbours. */
static const double tied_cells = 0.12, tied_coarser = 0.5;
/* The step of Jacobi's method that smooths the interpolation, times the largest eigenvalue, and the longest step: a
 * step of length 1 would leave nothing in a group of a single unknown, and its column would depend on other columns. */
static const double smoothing = 1.5, longest_step = 0.75;
/* Smooths work on eigenvalues from this part of the largest eigenvalue upwards. */
static const double smoothed_part = 0.125;

/* The largest element of an inverse, for diagonals of 1, whose rounding to floats does no harm. */
static const double most_of_inverse = 0x1p14;

vf_status vfi_robust_no_memory(const vf_multigrid *solver)
{
  return vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for levels of the robust method",
                  solver->busy ? "vf_multigrid_solve" : "vf_multigrid_create");
}

/* A coefficient of the finest level on the host, from cell 0 on; the caller frees its numbers. */
static vf_status download(vf_multigrid *solver, vf_field from, vf_field *to)
{
  const vfi_engine *engine = &solver->engine;
  const int *n = solver->levels[0].n;
  const size_t bytes = (size_t)(n[2] * from.plane + (n[1] + 1) * from.row) * sizeof(double);
  *to = from;
  to->at = malloc(bytes);
  if (!to->at) return vfi_robust_no_memory(solver);
  const int code = engine->backend->copy_to_host(to->at, from.at, bytes, engine->queue);
  if (code) return vfi_solver_status(solver, code, "reading coefficients");
  return vf_context_wait(engine->context);
}

/* A ghost as a multiple of the cell inside. Walls of all orders count as walls of order 2, which
 * keeps the operator symmetric. */
static double ghost_of(const vf_multigrid *solver, int face)
{
  const int d = face % 3, n = solver->levels[0].n[d];
  vfi_face folded = solver->levels[0].face[face];
  if (folded.cells > 1)
    vfi_boundary_fold_graded(&solver->sides, face, solver->widths[0][d][face < 3 ? 0 : n - 1], &folded);
  return folded.cells > 0 ? folded.w[0] : 0;
}

static vf_status read_finest(vf_multigrid *solver, vfi_finest_rows *m)
{
  const vfi_level *level = &solver->levels[0];
  const vf_field faces[3] = { level->bx, level->by, level->bz };
  *m = (vfi_finest_rows){ .alpha = level->alpha };
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

/* The data of a level while the next level is made. */
typedef struct draft {
  vfi_operator_rows m;
  double *diagonal, *vectors;
  double *root, *over_root; /* of the diagonal, 0 if the diagonal is not positive; NULL: the level is not scaled */
  double largest;           /* largest eigenvalue of m over its diagonal */
  int *group, *places;
} draft;

static void forget(draft *d)
{
  vfi_row_lists_free(&d->m.lists);
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
    const int count = vfi_row_of(&d->m, row, room, values, &column, &value);
    d->diagonal[row] = 0;
    for (int e = 0; e < count; e++)
      if (column[e] == row) d->diagonal[row] += value[e];
  }
  d->largest = vfi_largest_eigenvalue(&d->m, d->diagonal, d->vectors);
  return true;
}

/* The smallest positive element of the diagonal. */
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

static bool find_places(const vfi_level *level, draft *d)
{
  const vf_field in_floats = vfi_field_of_floats(&level->phi), *const phi = level->single ? &in_floats : &level->phi;
  d->places = malloc((size_t)d->m.rows * sizeof *d->places);
  if (!d->places) return false;
#pragma omp parallel for schedule(static)
  for (int cell = 0; cell < d->m.rows; cell++) {
    const int n0 = level->n[0], n1 = level->n[1];
    d->places[cell] = (int)(vfi_field_place(phi, cell % n0) + cell / n0 % n1 * phi->row + cell / n0 / n1 * phi->plane);
  }
  return true;
}

/* Finds the steps whose product of factors 1 - length lambda is smallest over the upper part of the eigenvalues. */
static void find_lengths(double largest, float length[VF_AGGREGATE_STEPS])
{
  const double middle = largest * (1 + smoothed_part) / 2, radius = largest * (1 - smoothed_part) / 2;
  for (int s = 0; s < VF_AGGREGATE_STEPS; s++)
    length[s] = (float)(1 / (middle + radius * cos(acos(-1) * (2 * s + 1) / (2 * VF_AGGREGATE_STEPS))));
}

/* The largest element of the inverse, for the matrix scaled to diagonals of 1. */
static double largest_of(const draft *d, const double *inverse)
{
  double most = 0;
  for (int row = 0; row < d->m.rows; row++)
    for (int column = 0; column < d->m.rows; column++)
      most = fmax(most, fabs(inverse[(int64_t)row * d->m.rows + column]) * d->root[row] * d->root[column]);
  return most;
}

/* The inverse of the last level's matrix, as a matrix with all elements. If floats cannot hold the inverse, *fits becomes
 * false, and no matrix is made. */
static vf_status invert(vf_multigrid *solver, const draft *d, vfi_sparse *to, bool *fits)
{
  const size_t count = (size_t)d->m.rows, all = count * count;
  vfi_row_lists lists = { .rows = d->m.rows, .start = malloc((count + 1) * sizeof *lists.start) };
  double *work = malloc(all * sizeof *work);
  lists.column = malloc(all * sizeof *lists.column);
  lists.value = malloc(all * sizeof *lists.value);
  vf_status status = lists.start && work && lists.column && lists.value ? VF_OK : vfi_robust_no_memory(solver);
  if (!status) {
    vfi_inverse_of(&d->m, d->diagonal, solver->cycle.singular, work, lists.value);
    for (size_t e = 0; e < all; e++) lists.column[e] = (int)(e % count);
    for (size_t row = 0; row <= count; row++) lists.start[row] = (int64_t)(row * count);
    *fits = largest_of(d, lists.value) <= most_of_inverse;
    if (*fits) status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &lists, d->root, d->root, 1, NULL }, to);
  }
  free(work);
  vfi_row_lists_free(&lists);
  return status;
}

static vf_status take_vectors(vf_multigrid *solver, vfi_aggregates *level)
{
  const size_t count = (size_t)level->count;
  void *at = NULL;
  const vf_status status = vfi_hierarchy_allocate(solver, 4 * count * sizeof(float), &at);
  level->x = at;
  level->next = level->x + count;
  level->rhs = level->next + count;
  level->left = level->rhs + count;
  return status;
}

/* A last level with the unknowns of the level before it, whose matrix is 1, and whose transfers are the factors F and F^T of
 * the inverse F^T F. */
static vf_status make_factors(vf_multigrid *solver, vfi_aggregates *level, const draft *d)
{
  const size_t count = (size_t)d->m.rows;
  double *square = malloc(2 * count * count * sizeof *square), *const factor = square ? square + count * count : NULL;
  vfi_row_lists down = { 0 }, up = { 0 }, one = { 0 };
  if (square) vfi_inverse_factor_of(&d->m, d->root, solver->cycle.singular, square, factor);
  bool good = square && vfi_lower_part(factor, d->m.rows, &down) && vfi_transposed_rows(&down, d->m.rows, &up);
  if (square) memset(factor, 0, count * count * sizeof *factor);
  for (size_t i = 0; i < count && square; i++) factor[i * count + i] = 1;
  good = good && vfi_lower_part(factor, d->m.rows, &one);
  vf_status status = good ? VF_OK : vfi_robust_no_memory(solver);
  level->count = d->m.rows;
  level->last = true;
  if (!status) status = take_vectors(solver, level);
  if (!status) status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &one, NULL, NULL, 1, NULL }, &level->matrix);
  if (!status) status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &down, NULL, NULL, 1, NULL }, &level->down);
  if (!status) status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &up, NULL, NULL, 1, NULL }, &level->up);
  if (!status) solver->aggregate_levels++;
  free(square);
  vfi_row_lists_free(&down);
  vfi_row_lists_free(&up);
  vfi_row_lists_free(&one);
  return status;
}

/* The matrix and the arrays of a level. */
static vf_status fill_level(vf_multigrid *solver, vfi_aggregates *level, const draft *d)
{
  bool fits = false;
  vf_status status = take_vectors(solver, level);
  level->last = level->count <= VF_LAST_AGGREGATES;
  find_lengths(d->largest, level->length);
  if (status) return status;
  if (level->last) status = invert(solver, d, &level->matrix, &fits);
  if (status || fits) return status;
  const bool ends = level->last && solver->aggregate_levels + 1 < VF_AGGREGATE_LEVELS;
  level->last = false;
  status =
      vfi_slice_lists(solver, &(vfi_scaled_lists){ &d->m.lists, d->over_root, d->over_root, 1, NULL }, &level->matrix);
  return status || !ends ? status : make_factors(solver, level + 1, d);
}

/* The power of two that brings the largest scale factor of the first level's unknowns near 1. */
static int power_for(const draft *d)
{
  double most = 0;
  for (int row = 0; row < d->m.rows; row++) most = fmax(most, d->over_root[row]);
  return most > 0 ? -ilogb(most) : 0;
}

/* Makes the next coarser level below the draft; the draft becomes the new level's draft. *more: false if the function
 * made no level, or the last level. */
static vf_status make_level(vf_multigrid *solver, draft *d, bool *more)
{
  const int l = solver->aggregate_levels;
  vfi_aggregates *level = &solver->aggregates[l];
  vfi_row_lists up = { 0 }, down = { 0 };
  draft coarse = { 0 };
  double tied = tied_cells * pow(tied_coarser, l);
  int groups = 0;
  *more = false;
  for (int attempt = 0; attempt < 4; attempt++, tied /= 4) { /* levels have to become small */
    groups = vfi_group_unknowns(&d->m, d->diagonal, tied, d->group);
    if (groups < 0) return vfi_robust_no_memory(solver);
    if (groups < d->m.rows / 2) break;
  }
  if (groups == 0 || groups > d->m.rows * 0.9) return VF_OK;
  const double length = fmin(smoothing / d->largest, longest_step);
  bool good = vfi_interpolation_rows(&d->m, d->diagonal, d->group, length, &up) &&
              vfi_transposed_rows(&up, groups, &down) && vfi_product_rows(&down, &d->m, &up, groups, &coarse.m.lists);
  coarse.m.rows = groups;
  good = good && describe_draft(&coarse) && find_roots(&coarse);
  vf_status status = good ? VF_OK : vfi_robust_no_memory(solver);
  level->count = groups;
  if (good && l == 0) solver->aggregates_power = power_for(&coarse);
  const double factor = l == 0 ? ldexp(1, solver->aggregates_power) : 1;
  if (!status)
    status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &up, d->root, coarse.over_root, factor, NULL }, &level->up);
  if (!status)
    status = vfi_slice_lists(solver, &(vfi_scaled_lists){ &down, coarse.over_root, d->root, factor, d->places },
                             &level->down);
  if (!status) status = fill_level(solver, level, &coarse);
  if (!status) solver->aggregate_levels++;
  *more = !status && level->count > VF_LAST_AGGREGATES;
  vfi_row_lists_free(&up);
  vfi_row_lists_free(&down);
  forget(d);
  *d = coarse;
  return status;
}

bool vfi_robust_takes(const vf_multigrid *solver)
{
  const vfi_level *level = &solver->levels[0];
  /* 2: rows of few floats have more padding */
  return vfi_level_cells(level) <= INT32_MAX / 4 && 2 * level->phi.plane * level->n[2] <= INT32_MAX;
}

vf_status vfi_robust_make(vf_multigrid *solver)
{
  const vfi_level *level = &solver->levels[0];
  const int64_t cells = vfi_level_cells(level);
  vfi_finest_rows finest = { .n = { 0 } };
  if (!vfi_robust_takes(solver))
    return vfi_fail(VF_ERROR_BOX, "vf_multigrid_create: more cells than the robust method walks");
  draft d = { .m = { .rows = (int)cells, .finest = &finest } };
  vf_status status = read_finest(solver, &finest);
  if (!status && !describe_draft(&d)) status = vfi_robust_no_memory(solver);
  if (!status) status = vfi_single_make_robust(solver, least_of(&d), &solver->vectors[VF_ROBUST_VECTOR]);
  if (solver->robust_single) level = &solver->single[0];
  if (!status && !find_places(level, &d)) status = vfi_robust_no_memory(solver);
  bool more = cells > 1;
  while (more && !status && solver->aggregate_levels < VF_AGGREGATE_LEVELS) status = make_level(solver, &d, &more);
  forget(&d);
  free(finest.a.at);
  for (int b = 0; b < 3; b++) free(finest.b[b].at);
  return status;
}

/* A V-cycle from phi = 0; range: the factors of the residual and of the coarse levels' correction. */
static int run_cycle(vf_multigrid *solver, const vfi_aggregates_range *range)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  const bool single = solver->robust_single;
  vfi_level *level = single ? &solver->single[0] : &solver->levels[0];
  const vfi_cycle *cycle = &solver->cycle;
  const vf_field left = solver->vectors[VF_ROBUST_VECTOR];
  const vf_relax down = { .from_zero = true, .count = cycle->pre, .omegas = solver->omegas + cycle->post };
  const vf_relax up = { .count = cycle->post, .omegas = solver->omegas };
  int code = single ? ops->relax_single(engine, level, &down) : vfi_cycle_relax(solver, level, &down);
  if (!code) code = (single ? ops->residual_single : ops->residual)(engine, level, left);
  if (!code) code = ops->aggregates_cycle(engine, solver->aggregates, solver->aggregate_levels, level, left, range);
  level->parity ^= 1;
  if (!code) code = single ? ops->relax_single(engine, level, &up) : vfi_cycle_relax(solver, level, &up);
  level->parity ^= 1;
  return code;
}

int vfi_robust_cycle(vf_multigrid *solver)
{
  vfi_engine *engine = &solver->engine;
  const vfi_level *level = &solver->levels[0], *single = &solver->single[0];
  const double size = solver->residual_size;
  const int power = size > 0 && isfinite(size) ? -ilogb(size) : 0, of_transfers = -2 * solver->aggregates_power;
  if (!solver->robust_single)
    return run_cycle(solver, &(vfi_aggregates_range){ ldexp(1, power), ldexp(1, of_transfers - power) });
  /* The operator is also multiplied by a power of two, so the cycle sees numbers near 1. */
  const int of_operator = ilogb(solver->single_factor);
  int code = engine->ops->narrow(engine, level, level->rhs, ldexp(1, power), single->rhs);
  solver->robust_give = ldexp(1, of_operator - power);
  return code ? code : run_cycle(solver, &(vfi_aggregates_range){ 1, ldexp(1, of_transfers - of_operator) });
}
