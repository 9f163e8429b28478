/* The automatic choice of a method: cycles, then conjugate gradients around them, then the robust method. */
#ifndef VIEWFAB_MULTIGRID_AUTOMATIC_H
#define VIEWFAB_MULTIGRID_AUTOMATIC_H

#include "outcome.h"

/* Replaces options.method by the method that solves first, and sets the cycle of this method. The robust method needs
 * coefficients: without coefficients, conjugate gradients take its place. */
void vf_method_settle(vf_multigrid *solver);

/* True if an automatic choice can come to the robust method. The robust method needs coefficients, a finest level that is
 * not cut between ranks, and smooths by points: a finest level for lines has another layout. */
bool vf_automatic_reaches_robust(const vf_multigrid *solver);

/* The method that an automatic choice takes after the present method; the present method if no other method is left. */
vf_method vf_automatic_next(const vf_multigrid *solver);

/* Takes the next method if a method is left and the residual is above the rounding of doubles: *verdict becomes VF_GO_ON.
 * Later solves begin with this method. phi of the finest level stays if its residual is at most the residual of phi = 0;
 * otherwise *from_zero becomes true. Collective over ranks. If memory for the next method is not to be had, the solver
 * stays with its method, and the function returns VF_ERROR_MEMORY or VF_ERROR_DEVICE. */
vf_status vf_automatic_advance(vf_multigrid *solver, vf_progress *progress, vf_verdict *verdict, bool *from_zero);

#endif
