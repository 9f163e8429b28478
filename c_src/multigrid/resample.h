/* The step from a finest level with any extents to a coarser level whose extents are powers of two, or three times a
 * power of two. All coarser levels then have equal cells. Halving such extents instead (coarsening.h) gives levels that
 * end in a thin cell; these levels have the operator for variable coefficients, and cycles on them leave two to three
 * times as much.
 *
 * A coarse cell is as wide as 1.5 to 2.4 fine cells. Its right-hand side is the mean of the fine right-hand
 * sides, weighed by the covered parts of the coarse cell; a fine cell's value is linear between coarse
 * centres in each direction. */
#ifndef VIEWFAB_MULTIGRID_RESAMPLE_H
#define VIEWFAB_MULTIGRID_RESAMPLE_H

#include "solver_state.h"

/* True if levels[1] is resampled; n: its extents. halved: the directions that would be halved otherwise.
 * Only problems that every rank solves as a whole are resampled (options.agglomerate_cells), so no resampled
 * level is cut between ranks. */
bool vfi_resample_choose(const vf_multigrid *solver, const bool halved[3], int n[3]);

/* Makes the coarsening of levels[1]; sides holds the distances of its walls. */
vf_status vfi_resample_make(vf_multigrid *solver, const vf_boundary *sides);

/* Takes memory for cycles in double. */
vf_status vfi_resample_ready(vf_multigrid *solver);

/* True if a step goes to or comes from a resampled level. */
static inline bool vfi_resample_between(const vf_relax *steps)
{
  return (steps->from && steps->from->coarsening.resampled) || (steps->into && steps->into->coarsening.resampled);
}

/* vfi_cycle_relax for such steps; returns 0 or a native code of the engine. */
int vfi_resample_relax(vf_multigrid *solver, vfi_level *level, const vf_relax *steps);

/* Computes the values on a wall of levels[1] from the values of levels[0]; returns 0 or a native code of the engine. */
int vfi_resample_wall(vf_multigrid *solver, int face);

/* Adds the contribution of values on walls to phi of levels[0], which was interpolated without walls. */
vf_status vfi_resample_walls_to_interpolated(vf_multigrid *solver);

#endif
