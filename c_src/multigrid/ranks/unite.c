/* From slabs of the finest level to the whole finest level on every rank. */
#include "../fold.h"
#include "../hierarchy.h"
#include "ranks.h"

static size_t cells_of_layer(const vfi_level *level, int face)
{
  size_t cells = 1;
  for (int d = 0; d < 3; d++)
    if (d != face % 3) cells *= (size_t)level->n[d];
  return cells;
}

/* True if some rank keeps coefficients on a wall. */
static bool is_kept(const vf_multigrid *solver, int face)
{
  return solver->folded && solver->sides.kind[face] == VF_DIRICHLET && vfi_folds_face(&solver->levels[0], face);
}

/* Takes memory for the whole level, and forgets the vectors of the slab. A rank without cells beside a wall takes a layer
 * for the wall's coefficients. */
static vf_status make_room(vf_multigrid *solver)
{
  vf_status status = vfi_hierarchy_uncut(solver);
  for (int v = VF_FINEST_VECTORS; v < VF_SOLVER_VECTORS; v++) solver->vectors[v] = (vf_field){ 0 };
  for (int face = 0; face < 6 && !status; face++) {
    void *layer = solver->wall_coefficients[0][face];
    if (!is_kept(solver, face) || layer) continue;
    status = vfi_hierarchy_allocate(solver, cells_of_layer(&solver->levels[0], face) * sizeof(double), &layer);
    solver->wall_coefficients[0][face] = layer;
  }
  return status;
}

vf_status vfi_ranks_unite(vf_multigrid *solver, const char *call)
{
  vfi_level *level = &solver->levels[0];
  const vfi_level cut = *level;
  if (!cut.slab) return VF_OK;
  vf_status status = vfi_ranks_agree(solver, call, make_room(solver));
  if (status) return status;
  const vf_field from[6] = { cut.phi, cut.rhs, cut.a, cut.bx, cut.by, cut.bz };
  const vf_field to[6] = { level->phi, level->rhs, level->a, level->bx, level->by, level->bz };
  int code = 0;
  for (int f = 0; f < 6 && !code; f++) code = vfi_ranks_join(&solver->engine, cut.slab, from[f], to[f]);
  if (code) return vfi_solver_status(solver, code, "the planes of other ranks");
  for (int face = 0; face < 6 && !status; face++)
    if (is_kept(solver, face))
      status = vfi_ranks_merge_layer(solver, solver->wall_coefficients[0][face], cells_of_layer(level, face));
  return status;
}

void vfi_ranks_united(vf_multigrid *solver)
{
  vfi_ranks *ranks = vfi_ranks_of(solver);
  if (!ranks || ranks->cut == 0) return;
  ranks->planned = ranks->cut = 0;
  vfi_ranks_settle(solver);
}
