#include "walls.h"

#include "boundary.h"
#include "fold.h"
#include "formulas.h"
#include "hierarchy.h"
#include "ranks/ranks.h"
#include "resample.h"
#include "tiles.h"

static bool has_wall(const vf_multigrid *solver, int face) { return solver->sides.kind[face] == VF_DIRICHLET; }

/* Extents of the layer beside a face. */
static void layer_of(const vfi_level *level, int face, int n[2])
{
  int p, q;
  vfi_face_across(face, &p, &q);
  n[0] = level->n[p];
  n[1] = level->n[q];
}

static vf_status allocate(vf_multigrid *solver, int face)
{
  vf_status status = VF_OK;
  for (int l = 0; l < solver->level_count && !status; l++) {
    int n[2];
    layer_of(&solver->levels[l], face, n);
    void *address = solver->walls[l][face];
    if (!address) status = vfi_hierarchy_allocate(solver, (size_t)n[0] * (size_t)n[1] * sizeof(double), &address);
    if (!status) solver->walls[l][face] = address;
  }
  return status;
}

static int restrict_wall(vf_multigrid *solver, int l, int face)
{
  const vfi_engine_table *ops = solver->engine.ops;
  const vfi_coarsening *coarsening = &solver->levels[l].coarsening;
  const double *fine = solver->walls[l - 1][face];
  int fine_n[2], n[2], p, q;
  vfi_face_across(face, &p, &q);
  layer_of(&solver->levels[l - 1], face, fine_n);
  layer_of(&solver->levels[l], face, n);
  if (coarsening->resampled) return vfi_resample_wall(solver, face);
  if (!coarsening->graded) return ops->restrict_face(&solver->engine, fine, solver->walls[l][face], n);
  const bool halved[2] = { coarsening->halved[p], coarsening->halved[q] };
  const double *const share[2] = { solver->coarsenings[l].share[p], solver->coarsenings[l].share[q] };
  return ops->restrict_face_shares(&solver->engine, fine, solver->walls[l][face], fine_n, n, halved, share);
}

static vf_status read_face(vf_multigrid *solver, vf_view *const wall[], int face)
{
  int count = 0, n[2];
  vf_status status = allocate(solver, face);
  if (!status) status = vfi_tiles_ghosts(solver, wall, face, "vf_multigrid_solve, argument wall", &count);
  status = vfi_ranks_agree(solver, "vf_multigrid_solve, argument wall", status);
  if (status) return status;
  layer_of(&solver->levels[0], face, n);
  const int d = face % 3;
  const ptrdiff_t row[3] = { 1, 0, n[0] }, plane[3] = { n[0], n[0], 0 };
  const vf_field layer = { .at = solver->walls[0][face], .row = row[d], .plane = plane[d] };
  const vfi_engine_table *ops = solver->engine.ops;
  const size_t cells = (size_t)n[0] * (size_t)n[1];
  const bool some = vfi_ranks_of(solver) != NULL; /* other ranks have the other boxes */
  int code = some ? ops->zero(&solver->engine, layer.at, cells * sizeof(double)) : 0;
  if (!code) code = ops->gather(&solver->engine, layer, solver->pieces, count);
  if (some && !code) status = vfi_ranks_merge_layer(solver, layer.at, cells);
  if (status) return status;
  for (int l = 1; l < solver->level_count && !code; l++) {
    code = restrict_wall(solver, l, face);
  }
  return code ? vfi_solver_status(solver, code, "reading walls") : VF_OK;
}

vf_status vfi_walls_read(vf_multigrid *solver, vf_view *const wall[])
{
  vf_status status = VF_OK;
  for (int face = 0; face < 6 && !status; face++)
    if (has_wall(solver, face)) status = read_face(solver, wall, face);
  return status;
}

vf_status vfi_walls_to_rhs(vf_multigrid *solver, int l)
{
  vfi_level *level = &solver->levels[l];
  int code = 0;
  for (int face = 0; face < 6 && !code; face++) {
    if (!has_wall(solver, face)) continue;
    const double h = level->h[face % 3];
    const double factor = VF_OVER_H2(level->variable ? level->beta : -1, h);
    vfi_level unfolded = vfi_level_unfolded(solver, l, face);
    code = solver->engine.ops->add_on_face(&solver->engine, &unfolded, level->rhs, face, solver->walls[l][face],
                                           factor * level->face[face].wall,
                                           level->variable || solver->wall_coefficients[l][face] != NULL);
  }
  return code ? vfi_solver_status(solver, code, "adding walls to the right-hand side") : VF_OK;
}

vf_status vfi_walls_to_interpolated(vf_multigrid *solver, int l)
{
  vfi_level *level = &solver->levels[l];
  int code = 0;
  if (level[1].coarsening.resampled) return vfi_resample_walls_to_interpolated(solver);
  for (int face = 0; face < 6 && !code; face++)
    if (has_wall(solver, face)) {
      const double part = level[1].coarsening.graded ? solver->coarsenings[l + 1].edge[face] : 0.25;
      code = solver->engine.ops->add_on_face(&solver->engine, level, level->phi, face, solver->walls[l][face],
                                             part * level[1].face[face].wall, false);
    }
  return code ? vfi_solver_status(solver, code, "adding walls to an interpolated solution") : VF_OK;
}
