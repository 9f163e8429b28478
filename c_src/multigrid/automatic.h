/* The automatic choice of a method: cycles, then conjugate gradients around them, then the robust method. */
#ifndef VIEWFAB_MULTIGRID_AUTOMATIC_H
#define VIEWFAB_MULTIGRID_AUTOMATIC_H

#include "outcome.h"

/* Replaces options.method by the method that solves first, and sets the cycle of this method. The robust method needs
 * coefficients: without coefficients, conjugate gradients take its place. */
void vfi_method_settle(vf_multigrid *solver);

/* The method that an automatic choice takes after the present method; the present method if no other method is left. */
vf_method vfi_automatic_next(const vf_multigrid *solver);

/* Takes the next method if a method is left and the residual is above the rounding of doubles: *verdict becomes
 * VF_GO_ON. Later solves begin with this method. phi of the finest level stays if its residual is at most the residual
 * of phi = 0; otherwise *from_zero becomes true. Collective over ranks: for the robust method each rank takes all planes of
 * a cut finest level. If memory for the next method is not to be had, the solver stays with its method, and the function
 * returns VF_ERROR_MEMORY or VF_ERROR_DEVICE on all ranks (VF_ERROR_PEER on ranks that have the memory). */
vf_status vfi_automatic_advance(vf_multigrid *solver, vfi_progress *progress, vfi_verdict *verdict, bool *from_zero);

#endif
