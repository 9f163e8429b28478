/* The right-hand side of the finest level, as a solve uses it. */
#ifndef VIEWFAB_MULTIGRID_RIGHT_HAND_SIDE_H
#define VIEWFAB_MULTIGRID_RIGHT_HAND_SIDE_H

#include "solver_state.h"

/* Where the numbers of a solve come from. */
typedef struct vf_given {
  vf_view *const *phi, *const *rhs, *const *wall; /* wall may be NULL; its values have been read (walls.h) */
} vf_given;

/* Reads rhs; walls are left to the caller. Where the operator is singular, subtracts its mean, until rounding alone is
 * left of that: change takes it, and norm max |rhs| after it; otherwise both are 0. */
vf_status vf_right_hand_side_read(vf_multigrid *solver, const vf_given *given, double *change, double *norm);

/* The same, with walls: what rhs of the finest level held before cycles began. */
vf_status vf_right_hand_side_again(vf_multigrid *solver, const vf_given *given);

/* Fails because a number is infinite or none, and names the first one: in rhs, in wall, or in phi where a solve starts
 * from it. Takes the place of what phi and rhs of the finest level hold. */
vf_status vf_fail_for_strange_numbers(vf_multigrid *solver, const vf_given *given);

#endif
