/* Whether a solve goes on, and what it says when it gives up. */
#ifndef VIEWFAB_MULTIGRID_OUTCOME_H
#define VIEWFAB_MULTIGRID_OUTCOME_H

#include "right_hand_side.h"
#include "solver_state.h"

enum { VF_PATIENCE = 4 }; /* cycles in which the residual has to fall by a tenth */

typedef enum vf_verdict { VF_GO_ON, VF_REACHED, VF_GREW, VF_STUCK, VF_NO_CYCLES_LEFT } vf_verdict;

/* What tells whether to go on. */
typedef struct vf_progress {
  double goal, rhs_norm;
  double first;               /* residual of cycle 0 */
  double recent[VF_PATIENCE]; /* residual of cycle c at c % VF_PATIENCE */
  int cycle;                  /* to be noted next */
  int since;                  /* cycle from which on those in recent count */
  double residual;            /* the one noted last */
} vf_progress;

/* What a residual of the cycle says. */
vf_verdict vf_outcome_judge(const vf_multigrid *solver, vf_progress *progress, double residual);

/* Notes it and tells the history. Fails where the context was closed there. */
vf_status vf_outcome_note(const vf_multigrid *solver, vf_progress *progress, double residual, vf_verdict verdict);

/* The failure for a verdict after which a solve does not go on: VF_ERROR_STAGNATED where the residual went down, or
 * rounding allows no less, otherwise VF_ERROR_DIVERGED. Rhs and phi of the finest level belong to the residual. */
vf_status vf_outcome_failure(vf_multigrid *solver, const vf_given *given, const vf_progress *progress,
                             vf_verdict verdict);

#endif
