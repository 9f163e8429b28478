/* Cycles in single precision inside an iteration in double: a residual in double is rounded to floats, the cycle finds
 * the error from the rounded residual, and the solution in double takes the error. A float has half the bytes. Its
 * missing digits show in the next residual, so solutions are as accurate as with cycles in double. */
#ifndef VIEWFAB_MULTIGRID_SINGLE_H
#define VIEWFAB_MULTIGRID_SINGLE_H

#include "outcome.h"
#include "solver_state.h"

/* Makes the finest levels in single precision if the solver takes such cycles. Conditions for the solver: V-cycles
 * without conjugate gradients, equal cells in each direction, and no lines. Conditions for a level: faces that fused
 * smooths know, more than 16^3 cells, a next level that halves x and y or is resampled, and an even extent in periodic
 * directions. The rule depends only on shapes and options, so all devices and ranks choose alike. */
vf_status vfi_single_make(vf_multigrid *solver);

/* Makes the finest level in single precision for the robust method, without its coefficients, and a field for its
 * residual. vfi_single_make gives this level coefficients, after boundaries are folded into the coefficients in double.
 * If floats would lose the diagonal, or in other unsuitable cases, solver->robust_single becomes false, and the level
 * stays in double.
 *   least  of the diagonal, without zeros */
vf_status vfi_single_make_robust(vf_multigrid *solver, double least, vf_field *left);

/* The iteration from the present phi of the finest level; *from_zero: phi counts as 0, until the function
 * returns with phi changed. *verdict stays VF_GO_ON if single precision finds too little of the error: the
 * caller goes on in double from phi. */
vf_status vfi_single_cycles(vf_multigrid *solver, bool *from_zero, vfi_progress *progress, vfi_verdict *verdict);

#endif
