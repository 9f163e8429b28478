/* The iteration of a solve, from loaded levels to a converged phi on the finest one. */
#ifndef VIEWFAB_MULTIGRID_ITERATE_H
#define VIEWFAB_MULTIGRID_ITERATE_H

#include "solver_state.h"

/* walls: their values have been read. Fills the report. */
vf_status vf_iterate(vf_multigrid *solver, bool walls, vf_multigrid_report *report);

#endif
