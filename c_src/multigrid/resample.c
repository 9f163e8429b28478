#include "resample.h"

#include <math.h>
#include <stdlib.h>

#include "../core/error.h"
#include "boundary.h"
#include "cycle.h"
#include "hierarchy.h"

enum {
  LEAST_EXTENT = 8,
  MOST_CELLS = 128 * 128 * 128 /* the default of options.agglomerate_cells */
};
static const double least_ratio = 1.5, most_ratio = 2.4;
static const double most_spread = 1.58; /* of widths: couplings may differ by 2.5 */

/* True if repeated halving of n leaves an even number until 3, 2 or 1 is left. */
static bool halves_well(int n)
{
  while (n > 3 && n % 2 == 0) n /= 2;
  return n <= 3;
}

/* The two smallest extents that halve well and are large enough for n cells; 0: none. */
static void candidates_for(int n, int of[2])
{
  int count = 0;
  of[0] = of[1] = 0;
  for (int m = 1; m < n && count < 2; m++)
    if (halves_well(m) && n <= most_ratio * m && n >= least_ratio * m) of[count++] = m;
}

/* Walls of order 1 count as if they were at the centres of ghosts, and the coarser level has these centres elsewhere. A
 * periodic direction with an odd number of cells is smoothed slowly at its ends, and resampling makes this worse. */
static bool suits(const vf_multigrid *solver, const vfi_level *fine)
{
  for (int face = 0; face < 6; face++) {
    if (solver->sides.kind[face] == VF_DIRICHLET && fine->face[face].cells == 0) return false;
    if (solver->sides.kind[face] == VF_PERIODIC && fine->n[face % 3] % 2) return false;
  }
  return solver->engine.ops->restrict_resampled && solver->constant && !solver->uneven && solver->lines == 0;
}

bool vfi_resample_choose(const vf_multigrid *solver, const bool halved[3], int n[3])
{
  const vfi_level *fine = &solver->levels[0];
  const int64_t cells = vfi_level_cells(fine);
  int of[3][2];
  bool well = true;
  if (!suits(solver, fine)) return false;
  if (cells <= VF_SMALL_CELLS || cells > MOST_CELLS || cells > solver->options.agglomerate_cells) return false;
  for (int d = 0; d < 3; d++) {
    if (!halved[d] || fine->n[d] < LEAST_EXTENT) return false;
    well = well && halves_well(fine->n[d]);
    candidates_for(fine->n[d], of[d]);
  }
  if (well) return false;
  /* Prefers few cells of similar widths: a spread of 1.2 counts as much as twice the cells. */
  double least = INFINITY;
  for (int choice = 0; choice < 8; choice++) {
    double narrow = INFINITY, wide = 0, cost = 1;
    int m[3];
    for (int d = 0; d < 3; d++) {
      m[d] = of[d][choice >> d & 1];
      const double h = m[d] > 0 ? fine->h[d] * fine->n[d] / m[d] : INFINITY;
      narrow = fmin(narrow, h);
      wide = fmax(wide, h);
      cost *= m[d];
    }
    const double spread = wide / narrow;
    cost *= pow(spread, 4);
    if (!(spread <= most_spread) || !(cost < least)) continue;
    least = cost;
    for (int d = 0; d < 3; d++) n[d] = m[d];
  }
  return least < INFINITY;
}

/* In units of 1 / (n of fine and coarse) all numbers are whole. */
static vfi_resampled_mean mean_of(int64_t coarse_n, int64_t fine_n, int64_t index)
{
  const int64_t low = index * fine_n, high = low + fine_n;
  vfi_resampled_mean mean = { .first = (int)(low / coarse_n) };
  for (int64_t i = mean.first; i * coarse_n < high; i++) {
    const int64_t from = i * coarse_n > low ? i * coarse_n : low;
    const int64_t to = (i + 1) * coarse_n < high ? (i + 1) * coarse_n : high;
    mean.share[mean.count++] = (double)(to - from) / (double)fine_n;
  }
  return mean;
}

/* low, high: the ghosts at both ends; *wall: the part of a ghost, 0 without a ghost. */
static vfi_resampled_cell cell_of(int coarse_n, int fine_n, int index, const vfi_face *low, const vfi_face *high,
                                  double *wall)
{
  const int64_t centre = (2 * (int64_t)index + 1) * coarse_n;
  const int parent = (int)(centre / (2 * (int64_t)fine_n));
  const int64_t off = centre - (2 * (int64_t)parent + 1) * fine_n;
  const double part = (double)llabs(off) / (2 * (double)fine_n);
  const int beside = off == 0 ? parent : off < 0 ? parent - 1 : parent + 1;
  const vfi_face *face = beside < 0 ? low : high;
  *wall = 0;
  if (beside >= 0 && beside < coarse_n) return (vfi_resampled_cell){ { parent, beside }, { 1 - part, part } };
  if (face->periodic) return (vfi_resampled_cell){ { parent, coarse_n - 1 - parent }, { 1 - part, part } };
  *wall = part * face->wall;
  const double ghost = face->cells > 0 ? face->w[0] : 0;
  return (vfi_resampled_cell){ { parent, parent }, { 1 - part + part * ghost, 0 } };
}

static vf_status upload(vf_multigrid *solver, const void *from, size_t bytes, void **at)
{
  return vfi_hierarchy_upload(solver, from, bytes, "copying the numbers between two levels", at);
}

static vf_status make_direction(vf_multigrid *solver, int d, const vfi_face faces[6])
{
  vfi_level *level = &solver->levels[1];
  vfi_resampling *resampling = &solver->resampling;
  const int n = level->n[d], fine_n = solver->levels[0].n[d];
  vfi_resampled_mean *mean = calloc((size_t)n + 1, sizeof *mean);
  vfi_resampled_cell *cell = calloc((size_t)fine_n, sizeof *cell);
  vfi_resampled_mean *fold = calloc(2 * (size_t)fine_n, sizeof *fold);
  double wall = 0;
  void *address[3] = { NULL };
  vf_status status = VF_OK;
  if (!mean || !cell || !fold) status = vfi_fail(VF_ERROR_MEMORY, "no host memory for the numbers between two levels");
  for (int i = 0; i < n && !status; i++) mean[i] = mean_of(n, fine_n, i);
  if (!status) mean[n] = (vfi_resampled_mean){ .count = 1, .share = { 1 } };
  for (int i = 0; i < fine_n && !status; i++) {
    cell[i] = cell_of(n, fine_n, i, &faces[d], &faces[d + 3], &wall);
    fold[i] = (vfi_resampled_mean){ i, 1, { cell[i].part[0] + cell[i].part[1] } };
    fold[fine_n + i] = (vfi_resampled_mean){ i, 1, { 1 } };
    if (i == 0) resampling->wall[d] = wall;
    if (i == fine_n - 1) resampling->wall[d + 3] = wall;
  }
  if (!status) status = upload(solver, mean, ((size_t)n + 1) * sizeof *mean, &address[0]);
  if (!status) status = upload(solver, cell, (size_t)fine_n * sizeof *cell, &address[1]);
  if (!status) status = upload(solver, fold, 2 * (size_t)fine_n * sizeof *fold, &address[2]);
  level->coarsening.mean[d] = address[0];
  level->coarsening.cell[d] = address[1];
  resampling->fold[d] = address[2];
  free(mean);
  free(cell);
  free(fold);
  return status;
}

vf_status vfi_resample_make(vf_multigrid *solver, const vf_boundary *sides)
{
  vfi_face faces[6];
  vf_status status = VF_OK;
  for (int face = 0; face < 6; face++) { /* for a correction the ghost is made of one cell */
    faces[face] = solver->levels[1].face[face];
    vfi_boundary_fold_graded(sides, face, 1, &faces[face]);
  }
  for (int d = 0; d < 3 && !status; d++) status = make_direction(solver, d, faces);
  return status;
}

vf_status vfi_resample_ready(vf_multigrid *solver)
{
  const bool wanted = solver->level_count > 1 && solver->levels[1].coarsening.resampled && !solver->resampling.left.at;
  return wanted ? vfi_hierarchy_field(solver, &solver->levels[0], 0, &solver->resampling.left) : VF_OK;
}

int vfi_resample_relax(vf_multigrid *solver, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  const vf_field left = solver->resampling.left;
  vf_relax own = *steps;
  own.from = own.into = NULL;
  if (steps->into) own.norm = NULL;
  int code = steps->from ? ops->interpolate_resampled(engine, level, steps->from, true) : 0;
  if (!code) code = vfi_cycle_relax(solver, level, &own);
  if (code || !steps->into) return code;
  code = ops->residual(engine, level, left);
  if (!code && steps->norm) code = ops->norm_max(engine, level, left, steps->norm);
  return code ? code : ops->restrict_resampled(engine, level, left, steps->into);
}

/* A layer of cells as a level of one plane. */
static vfi_level layer_of(const vfi_level *level, int face, double *values)
{
  int p, q;
  vfi_face_across(face, &p, &q);
  const vf_field field = { .at = values, .row = level->n[p], .plane = (ptrdiff_t)level->n[p] * level->n[q] };
  vfi_level layer = { .n = { level->n[p], level->n[q], 1 }, .phi = field, .rhs = field };
  layer.coarsening.resampled = true;
  layer.coarsening.mean[0] = level->coarsening.mean[p];
  layer.coarsening.mean[1] = level->coarsening.mean[q];
  layer.coarsening.mean[2] = level->coarsening.mean[0] ? level->coarsening.mean[0] + level->n[0] : NULL;
  return layer;
}

int vfi_resample_wall(vf_multigrid *solver, int face)
{
  const vfi_level fine = layer_of(&solver->levels[0], face, solver->walls[0][face]);
  const vfi_level coarse = layer_of(&solver->levels[1], face, solver->walls[1][face]);
  return solver->engine.ops->restrict_resampled(&solver->engine, &fine, fine.rhs, &coarse);
}

/* The largest layer of fine cells, for values of one wall. */
static vf_status take_layer(vf_multigrid *solver)
{
  const int *n = solver->levels[0].n;
  const int shortest = n[0] < n[1] ? (n[0] < n[2] ? n[0] : n[2]) : n[1] < n[2] ? n[1] : n[2];
  const size_t most = (size_t)n[0] * (size_t)n[1] * (size_t)n[2] / (size_t)shortest;
  void *address = NULL;
  if (solver->resampling.layer) return VF_OK;
  const vf_status status = vfi_hierarchy_allocate(solver, most * sizeof(double), &address);
  solver->resampling.layer = address;
  return status;
}

/* Interpolation is linear in y, then z, then x. So at an edge a value on a wall in x counts in full. The interpolation
 * in x weighs a value on a wall in z, and the interpolations in x and z weigh a value on a wall in y. */
static void weigh(const vf_multigrid *solver, int face, vfi_level *layer)
{
  const vfi_resampling *resampling = &solver->resampling;
  int d[2];
  vfi_face_across(face, &d[0], &d[1]);
  for (int e = 0; e < 2; e++) {
    const bool folds = face % 3 == 1 || (face % 3 == 2 && d[e] == 0);
    layer->coarsening.mean[e] = resampling->fold[d[e]] + (folds ? 0 : solver->levels[0].n[d[e]]);
  }
}

vf_status vfi_resample_walls_to_interpolated(vf_multigrid *solver)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->levels[0];
  const vf_status status = take_layer(solver);
  int code = 0;
  for (int face = 0; face < 6 && !status && !code; face++) {
    if (solver->sides.kind[face] != VF_DIRICHLET) continue;
    const vfi_level values = layer_of(level, face, solver->walls[0][face]);
    vfi_level layer = layer_of(level, face, solver->resampling.layer);
    weigh(solver, face, &layer);
    layer.coarsening.mean[2] = solver->levels[1].coarsening.mean[0] + solver->levels[1].n[0];
    code = ops->restrict_resampled(engine, &values, values.rhs, &layer);
    if (!code)
      code = ops->add_on_face(engine, level, level->phi, face, solver->resampling.layer, solver->resampling.wall[face],
                              false);
  }
  if (status) return status;
  return code ? vfi_solver_status(solver, code, "adding walls to an interpolated solution") : VF_OK;
}
