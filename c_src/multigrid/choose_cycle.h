/* Chooses the numbers of a solver's cycles that its options leave open. */
#ifndef VIEWFAB_MULTIGRID_CHOOSE_CYCLE_H
#define VIEWFAB_MULTIGRID_CHOOSE_CYCLE_H

#include "solver_state.h"

/* Sets the over-relaxation of smooths and the level on which a full start begins, once all levels are made. The choice
 * depends only on the shapes of levels and on options, so all devices and ranks choose alike. */
void vfi_choose_cycle(vf_multigrid *solver);

#endif
