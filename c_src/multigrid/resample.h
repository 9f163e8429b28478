/* The step from a finest level with any extents to a coarser one whose extents are powers of two, or three times one, so
 * that all coarser ones have cells that are alike. Halving such extents instead (joints.h) gives levels that end in a
 * thin cell, which have the operator for variable coefficients, and cycles that leave two to three times as much.
 *
 * A coarse cell is as wide as 1.5 to 2.4 fine ones. Its right-hand side is the mean of theirs, by the parts of it that they
 * cover; a fine cell's value is linear between coarse centres in each direction. */
#ifndef VIEWFAB_MULTIGRID_RESAMPLE_H
#define VIEWFAB_MULTIGRID_RESAMPLE_H

#include "solver_state.h"

/* Whether levels[1] is resampled, where halved says which directions would be halved, and its extents. Only problems
 * that every rank solves as a whole are (options.agglomerate_cells): so nothing of it is cut. */
bool vf_resample_choose(const vf_multigrid *solver, const bool halved[3], int n[3]);

/* The joint of levels[1], whose distances are sides'. */
vf_status vf_resample_make(vf_multigrid *solver, const vf_boundary *sides);

/* Takes what cycles in double need. */
vf_status vf_resample_ready(vf_multigrid *solver);

/* Whether a step goes to or comes from a level that is resampled. */
static inline bool vf_resample_between(const vf_relax *steps)
{
  return (steps->from && steps->from->joint.resampled) || (steps->into && steps->into->joint.resampled);
}

/* vf_cycle_relax then; a native code of the engine. */
int vf_resample_relax(vf_multigrid *solver, vf_level *level, const vf_relax *steps);

/* Values on a wall of levels[1] from those of levels[0]; a native code of the engine. */
int vf_resample_wall(vf_multigrid *solver, int face);

/* What values on walls give to phi of levels[0] that was interpolated without them. */
vf_status vf_resample_walls_to_interpolated(vf_multigrid *solver);

#endif
