/* The iteration of a solve, from loaded levels to a converged phi on the finest level. */
#ifndef VIEWFAB_MULTIGRID_ITERATE_H
#define VIEWFAB_MULTIGRID_ITERATE_H

#include "right_hand_side.h"
#include "solver_state.h"

/* Reads rhs and solves, with the guess, if any, in phi of the finest level. Fills the report; its residual belongs to
 * phi of the finest level at the end. levels[0].rhs is the right-hand side then. */
vf_status vfi_iterate(vf_multigrid *solver, const vfi_given *given, vf_multigrid_report *report);

#endif
