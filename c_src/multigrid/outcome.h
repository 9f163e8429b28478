/* The verdict on a residual, and the error of a solve that gives up. */
#ifndef VIEWFAB_MULTIGRID_OUTCOME_H
#define VIEWFAB_MULTIGRID_OUTCOME_H

#include "right_hand_side.h"
#include "solver_state.h"

enum { VF_PATIENCE = 4, VF_REMEMBERED = 2 * VF_PATIENCE }; /* cycles in which the residual has to fall by a tenth */

/* VF_SLOW: an automatic choice has another method, which needs fewer cycles than the present one would at its rate. */
typedef enum vf_verdict { VF_GO_ON, VF_REACHED, VF_GREW, VF_STUCK, VF_SLOW, VF_NO_CYCLES_LEFT } vf_verdict;

/* What tells whether to go on. */
typedef struct vf_progress {
  double goal, rhs_norm;
  double first;                 /* residual of cycle 0 */
  double recent[VF_REMEMBERED]; /* residual of cycle c at c % VF_REMEMBERED */
  int cycle;                    /* to be noted next */
  int since;                    /* the first cycle whose residual in recent counts */
  double residual;              /* noted last */
} vf_progress;

/* What a residual of the cycle says. */
vf_verdict vf_outcome_judge(const vf_multigrid *solver, vf_progress *progress, double residual);

/* Notes it and tells the history. Fails where the context was closed there. */
vf_status vf_outcome_note(const vf_multigrid *solver, vf_progress *progress, double residual, vf_verdict verdict);

/* About the residual that rounding leaves with any method: the rounding of the terms of L phi and of rhs. rhs_norm is
 * max |rhs|. Returns 0 or a native code of the engine. */
int vf_outcome_rounding(vf_multigrid *solver, double rhs_norm, double *rounding);

/* The failure for a verdict after which a solve does not go on: VF_ERROR_STAGNATED where the residual went down, or
 * rounding allows no less, otherwise VF_ERROR_DIVERGED. Rhs and phi of the finest level belong to the residual. */
vf_status vf_outcome_failure(vf_multigrid *solver, const vf_given *given, const vf_progress *progress,
                             vf_verdict verdict);

#endif
