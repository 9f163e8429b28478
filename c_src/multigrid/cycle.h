/* Cycles on the levels of a solver. Where nothing else is said functions return 0 or a native code of the engine. */
#ifndef VIEWFAB_MULTIGRID_CYCLE_H
#define VIEWFAB_MULTIGRID_CYCLE_H

#include "solver_state.h"

/* vf_relax on a level; by single calls where the engine has no fused one. */
int vf_cycle_relax(vf_multigrid *solver, vf_level *level, const vf_relax *steps);

/* Solves level l for its right-hand side, approximately: one cycle, from phi = 0 where from_zero, else from what phi
 * holds. kind: vf_cycle_kind. */
int vf_cycle_run(vf_multigrid *solver, int l, int kind, bool from_zero);

/* phi of level 0 from the right-hand sides of all levels down to start_level, which the cycles below it use up: the
 * solution there, or a cycle where coarser levels follow, interpolation, and one cycle on each level but the finest and
 * those that it skips. walls: the levels' walls are added (walls.h). */
vf_status vf_cycle_full_start(vf_multigrid *solver, bool walls);

/* Whether the coarsest level is smoothed, not solved by conjugate gradients. */
bool vf_cycle_smooths_bottom(const vf_multigrid *solver);

/* Subtracts the mean of a field's cells; mean, may be NULL, takes it. */
int vf_cycle_remove_mean(vf_multigrid *solver, vf_level *level, vf_field x, double *mean);

#endif
