/* Cycles on the levels of a solver. Functions return 0 or a native code of the engine, unless
 * a comment says otherwise. */
#ifndef VIEWFAB_MULTIGRID_CYCLE_H
#define VIEWFAB_MULTIGRID_CYCLE_H

#include "solver_state.h"

/* Does the steps of vf_relax on a level; calls the engine step by step if the engine has no fused call. */
int vfi_cycle_relax(vf_multigrid *solver, vfi_level *level, const vf_relax *steps);

/* Solves level l approximately for its right-hand side by one cycle. from_zero: begins with phi = 0, else with the
 * present phi. kind: vf_cycle_kind. */
int vfi_cycle_run(vf_multigrid *solver, int l, int kind, bool from_zero);

/* Computes phi of level 0 from the right-hand sides of all levels down to start_level. Begins with the solution on
 * start_level, or with a cycle if the level has coarser levels. Then interpolates to each finer level and runs one
 * cycle there, except on the finest level and on skipped levels. The cycles overwrite the right-hand sides below
 * start_level. walls: adds values on walls of the levels (walls.h). */
vf_status vfi_cycle_full_start(vf_multigrid *solver, bool walls);

/* True if smooths solve the coarsest level; false if conjugate gradients do. */
bool vfi_cycle_smooths_bottom(const vf_multigrid *solver);

/* Subtracts the mean of a field's cells; mean: takes the mean, may be NULL. */
int vfi_cycle_remove_mean(vf_multigrid *solver, vfi_level *level, vf_field x, double *mean);

/* For an operator with constants in its kernel: gives phi of the finest level the mean 0. *was_far: the mean was larger
 * than the rest of phi, so phi may have lost its digits. */
int vfi_cycle_centre(vf_multigrid *solver, bool *was_far);

#endif
