/* Cycles in single precision around which the iteration is in double: a residual in double is rounded to floats, the
 * cycle finds the error from it, and the solution takes that in double. A float has half the bytes, and what it lacks
 * in digits the next residual shows, so that solutions are as accurate as those of cycles in double. */
#ifndef VIEWFAB_MULTIGRID_SINGLE_H
#define VIEWFAB_MULTIGRID_SINGLE_H

#include "outcome.h"
#include "solver_state.h"

/* Makes the finest levels in single precision, where the solver takes such cycles: V-cycles without conjugate gradients,
 * cells alike in each direction and no lines, faces that fused smooths know, and levels of more than 16^3 cells over which the next
 * one halves x and y or is resampled; where one is periodic its extent is even. The rule looks at shapes and options alone, so that all
 * devices and ranks choose alike. */
vf_status vf_single_make(vf_multigrid *solver);

/* The finest level in single precision for the robust method, but for its coefficients, and a field for its residual.
 * vf_single_make gives it coefficients, when boundaries are folded into those in double. least: of the diagonal, without
 * zeros; where it would be lost in floats, as elsewhere, solver->robust_single is false afterwards: the level stays in
 * double. */
vf_status vf_single_make_robust(vf_multigrid *solver, double least, vf_field *left);

/* The iteration from what phi of the finest level holds; *from_zero: phi counts as 0, which ends when it returns with phi
 * changed. *verdict stays VF_GO_ON where single precision finds too little of the error: the caller goes on in double
 * from phi. */
vf_status vf_single_cycles(vf_multigrid *solver, bool *from_zero, vf_progress *progress, vf_verdict *verdict);

#endif
