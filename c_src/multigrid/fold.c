#include "fold.h"

#include "formulas.h"
#include "hierarchy.h"
#include "ranks/ranks.h"

bool vfi_folds_face(const vfi_level *level, int face)
{
  return level->variable && !level->face[face].periodic && level->face[face].cells == 1;
}

/* A layer beside a face in memory without gaps, as a field with the indices of the level.
 *   at  index of the layer in the direction of the face */
static vf_field layer_field(const vfi_level *level, int face, double *layer, int at)
{
  switch (face % 3) {
    case 0: return (vf_field){ .at = layer - at, .row = 1, .plane = level->n[1] };
    case 1: return (vf_field){ .at = layer, .row = 0, .plane = level->n[0] };
    default: return (vf_field){ .at = layer, .row = level->n[0], .plane = 0 };
  }
}

static vf_field *coefficient(vfi_level *level, int face)
{
  vf_field *const fields[3] = { &level->bx, &level->by, &level->bz };
  return fields[face % 3];
}

vfi_level vfi_level_unfolded(const vf_multigrid *solver, int l, int face)
{
  vfi_level level = solver->levels[l];
  double *const stored = solver->wall_coefficients[l][face];
  if (stored) *coefficient(&level, face) = layer_field(&level, face, stored, face < 3 ? 0 : level.n[face % 3]);
  return level;
}

static vf_status keep(vf_multigrid *solver, int l, int face, const double *ones)
{
  vfi_level *level = &solver->levels[l];
  const int d = face % 3;
  const size_t cells = (size_t)level->n[d == 0 ? 1 : 0] * (size_t)level->n[d == 2 ? 1 : 2];
  void *address = NULL;
  const vf_status status = vfi_hierarchy_allocate(solver, cells * sizeof(double), &address);
  if (status) return status;
  solver->wall_coefficients[l][face] = address;
  const vf_field layer = layer_field(level, face, address, face < 3 ? 0 : level->n[d] - 1);
  const int code = solver->engine.ops->add_on_face(&solver->engine, level, layer, face, ones, 1, true);
  return code ? vfi_solver_status(solver, code, "coefficients on walls") : VF_OK;
}

/* Passes of GPUs also compute on the ghosts beside their blocks and throw these results away: a division by a diagonal
 * of 0 would take its slow path there. Rows in halves have no ghosts in x. */
static int give_ghosts_a_diagonal(vf_multigrid *solver, vfi_level *layer, const vfi_level *level, int face)
{
  const int d = face % 3, index = face < 3 ? -1 : level->n[d];
  vf_field a = level->a;
  if (a.odd_start) return 0;
  a.at += vfi_field_along(&a, d, index);
  return solver->engine.ops->shift(&solver->engine, layer, a, 1);
}

/* The part of b that is left if the ghost is negative. The plain formula then over-relaxes the cell, which helps at
 * walls, by at most 3/2 with any coefficients: the diagonal is at least the sum of (1 + |w|) dh b over the cell's
 * boundary faces, and the plain formula lacks 2/3 |w| dh b of each face, a third of the diagonal. */
static double part_left(double w) { return w < 0 ? 2.0 / 3 : 0; }

static int fold_face(vf_multigrid *solver, vfi_level *level, int face, const double *ones)
{
  const vfi_engine_table *ops = solver->engine.ops;
  const int d = face % 3, index = face < 3 ? 0 : level->n[d];
  const double w = level->face[face].w[0], left = part_left(w);
  const double factor = VF_OVER_H2(level->beta, level->h[d]) * (1 - w) * (1 - left);
  vfi_level layer = *level;
  vf_field b = *coefficient(level, face);
  int code = factor != 0 ? ops->add_on_face(&solver->engine, level, level->a, face, ones, factor, true) : 0;
  layer.n[d] = 1;
  b.at += vfi_field_along(&b, d, index);
  if (!code) code = ops->combine(&solver->engine, &layer, left, b, 0, b);
  return code ? code : give_ghosts_a_diagonal(solver, &layer, level, face);
}

static vf_status fold_level(vf_multigrid *solver, int l, const double *ones)
{
  vfi_level *level = &solver->levels[l];
  if (!level->variable) return VF_OK;
  int code = solver->engine.ops->combine(&solver->engine, level, level->alpha, level->a, 0, level->a);
  level->alpha = 1;
  for (int face = 0; face < 6 && !code; face++) {
    if (!vfi_folds_face(level, face) || !vfi_ranks_has_face(level, face)) continue;
    const vf_status status = solver->sides.kind[face] == VF_DIRICHLET ? keep(solver, l, face, ones) : VF_OK;
    if (status) return status;
    code = fold_face(solver, level, face, ones);
  }
  return code ? vfi_solver_status(solver, code, "coefficients on the boundary") : VF_OK;
}

/* The number 1 for each cell of the largest layer. */
static vf_status make_ones(vf_multigrid *solver, double **ones)
{
  const int *n = solver->levels[0].n;
  int p = n[0] > n[1] ? n[0] : n[1], q = n[0] > n[1] ? n[1] : n[0];
  if (n[2] > q) q = n[2];
  void *address = NULL;
  const vf_status status = vfi_hierarchy_allocate(solver, (size_t)p * (size_t)q * sizeof(double), &address);
  if (status) return status;
  *ones = address;
  vfi_level layer = { .n = { p, q, 1 }, .phi = { .at = address, .row = p, .plane = (ptrdiff_t)p * q } };
  const int code = solver->engine.ops->shift(&solver->engine, &layer, layer.phi, 1);
  return code ? vfi_solver_status(solver, code, "coefficients on the boundary") : VF_OK;
}

vf_status vfi_fold_coefficients(vf_multigrid *solver)
{
  const int *n = solver->levels[0].n;
  /* If the operator is 0 on its only cell, only the faces give this cell a diagonal. */
  if (solver->cycle.singular && n[0] == 1 && n[1] == 1 && n[2] == 1) return VF_OK;
  bool folds = false;
  for (int l = 0; l < solver->level_count; l++)
    for (int face = 0; face < 6; face++) folds = folds || vfi_folds_face(&solver->levels[l], face);
  if (!folds) return VF_OK;
  double *ones = NULL;
  vf_status status = make_ones(solver, &ones);
  for (int l = 0; l < solver->level_count && !status; l++) status = fold_level(solver, l, ones);
  solver->folded = !status;
  return status;
}
