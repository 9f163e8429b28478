/* How the cycles of a solver go on its levels, where its options leave that open. */
#ifndef VIEWFAB_MULTIGRID_CHOOSE_CYCLE_H
#define VIEWFAB_MULTIGRID_CHOOSE_CYCLE_H

#include "solver_state.h"

/* Over-relaxation of smooths, and the level that a full start begins on; once all levels are there. What is chosen
 * follows from the shapes of levels and from options alone, so that all devices and ranks choose alike. */
void vf_choose_cycle(vf_multigrid *solver);

#endif
