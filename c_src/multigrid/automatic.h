/* The automatic choice of a method: cycles, then conjugate gradients around them, then the robust method. */
#ifndef VIEWFAB_MULTIGRID_AUTOMATIC_H
#define VIEWFAB_MULTIGRID_AUTOMATIC_H

#include "outcome.h"

/* Makes of options.method the method that solves, with its cycle. The robust method needs coefficients. */
void vf_method_settle(vf_multigrid *solver);

/* True if an automatic choice can come to the robust method: it needs coefficients, a finest level that is not cut between
 * ranks, and smooths by points. A finest level that was made for lines is not laid out for the robust method. */
bool vf_automatic_reaches_robust(const vf_multigrid *solver);

/* The method that an automatic choice takes after the present method, or the present method if no other method is left. */
vf_method vf_automatic_next(const vf_multigrid *solver);

/* Takes the next method if one is left and can do better than the rounding of doubles: *verdict becomes VF_GO_ON. Later solves
 * begin with this method. phi of the finest level stays if its residual is below that of phi = 0; otherwise *from_zero
 * becomes true. Collective over ranks. If memory for the next method cannot be had, the solver stays with its method and the
 * function returns VF_ERROR_MEMORY or VF_ERROR_DEVICE. */
vf_status vf_automatic_advance(vf_multigrid *solver, vf_progress *progress, vf_verdict *verdict, bool *from_zero);

#endif
