/* The robust method: coarse operators by Galerkin's product, with an interpolation that the coefficients make. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_ROBUST_H
#define VIEWFAB_MULTIGRID_ROBUST_ROBUST_H

#include "../solver_state.h"

/* Makes the levels below the finest one from its coefficients, before boundaries are folded into them. */
vf_status vf_robust_make(vf_multigrid *solver);

/* One cycle on the finest level from phi = 0. Returns 0 or a native code of the engine. Where robust_single is set what it
 * gives is phi of single[0] times robust_give. */
int vf_robust_cycle(vf_multigrid *solver);

#endif
