/* The robust method: coarse operators by Galerkin's product, with an interpolation computed from the coefficients. */
#ifndef VIEWFAB_MULTIGRID_ROBUST_ROBUST_H
#define VIEWFAB_MULTIGRID_ROBUST_ROBUST_H

#include "../solver_state.h"

/* True if the finest level does not have more cells than the robust method walks. */
bool vfi_robust_takes(const vf_multigrid *solver);

/* Makes the coarser levels from the coefficients of the finest level, before boundaries are
 * folded into the coefficients. */
vf_status vfi_robust_make(vf_multigrid *solver);

/* One cycle on the finest level from phi = 0. Returns 0 or a native code of the engine. With robust_single the result
 * is phi of single[0] times robust_give. */
int vfi_robust_cycle(vf_multigrid *solver);

/* The failure for host memory that is not to be had. */
vf_status vfi_robust_no_memory(const vf_multigrid *solver);

#endif
