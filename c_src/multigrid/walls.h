/* Values on Dirichlet walls: the solver moves these values into the right-hand side, so the
 * levels know only walls at 0. */
#ifndef VIEWFAB_MULTIGRID_WALLS_H
#define VIEWFAB_MULTIGRID_WALLS_H

#include "solver_state.h"

/* Reads the walls of the finest level from the ghosts of the views; the walls of the coarser levels are means. */
vf_status vfi_walls_read(vf_multigrid *solver, vf_view *const wall[]);

/* Adds the walls' contribution to the right-hand side of a level. */
vf_status vfi_walls_to_rhs(vf_multigrid *solver, int level);

/* Adds the contribution of the coarser level's ghosts at walls to a solution interpolated from the coarser level. */
vf_status vfi_walls_to_interpolated(vf_multigrid *solver, int level);

#endif
