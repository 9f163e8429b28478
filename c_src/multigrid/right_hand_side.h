/* The right-hand side of the finest level, as a solve uses it. */
#ifndef VIEWFAB_MULTIGRID_RIGHT_HAND_SIDE_H
#define VIEWFAB_MULTIGRID_RIGHT_HAND_SIDE_H

#include "solver_state.h"

/* The user's arrays of a solve. */
typedef struct vfi_given {
  vf_view *const *phi, *const *rhs, *const *wall; /* wall may be NULL; its values have been read (walls.h) */
} vfi_given;

/* Reads rhs, without walls. If the operator is singular, subtracts the mean of rhs until only rounding is left of it.
 * change takes the mean, and norm takes max |rhs| afterwards; otherwise both are 0. */
vf_status vfi_right_hand_side_read(vf_multigrid *solver, const vfi_given *given, double *change, double *norm);

/* Reads rhs and adds the walls: rhs of the finest level is again as before the cycles. */
vf_status vfi_right_hand_side_again(vf_multigrid *solver, const vfi_given *given);

/* Fails because a number is infinite or NaN, and names the first such number: in rhs, in wall, or in phi if a solve
 * starts from phi. Overwrites phi and rhs of the finest level. */
vf_status vfi_fail_for_strange_numbers(vf_multigrid *solver, const vfi_given *given);

#endif
