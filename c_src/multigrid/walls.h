/* Values on Dirichlet walls: moved into the right-hand side, so that the levels know walls at 0 only. */
#ifndef VIEWFAB_MULTIGRID_WALLS_H
#define VIEWFAB_MULTIGRID_WALLS_H

#include "solver_state.h"

/* Reads the walls of the finest level from the ghosts of the views, and those of the coarser ones as their means. */
vf_status vf_walls_read(vf_multigrid *solver, vf_view *const wall[]);

/* Adds what the walls contribute to the right-hand side of a level. */
vf_status vf_walls_to_rhs(vf_multigrid *solver, int level);

/* Adds what the ghosts of the coarser level at walls contribute to a solution interpolated from it. */
vf_status vf_walls_to_interpolated(vf_multigrid *solver, int level);

#endif
