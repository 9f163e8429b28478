/* The verdict on a residual, and the error of a solve that gives up. */
#ifndef VIEWFAB_MULTIGRID_OUTCOME_H
#define VIEWFAB_MULTIGRID_OUTCOME_H

#include "right_hand_side.h"
#include "solver_state.h"

/* VF_PATIENCE: cycles in which the residual has to fall by a tenth. VF_REMEMBERED: residuals that a solve remembers. */
enum { VF_PATIENCE = 4, VF_REMEMBERED = 2 * VF_PATIENCE };

/* VF_SLOW: an automatic choice has another method, and the present method at its rate needs too many cycles. */
typedef enum vfi_verdict { VF_GO_ON, VF_REACHED, VF_GREW, VF_STUCK, VF_SLOW, VF_NO_CYCLES_LEFT } vfi_verdict;

/* The state of a solve that decides about its end. */
typedef struct vfi_progress {
  double goal, rhs_norm;
  double first;                 /* residual of cycle 0 */
  double recent[VF_REMEMBERED]; /* residual of cycle c at c % VF_REMEMBERED */
  int cycle;                    /* to be noted next */
  int since;                    /* the first cycle whose residual in recent counts */
  double residual;              /* noted last */
  int restarts;                 /* starts of conjugate gradients with the present method; the first start counts */
} vfi_progress;

/* Judges a residual of the cycle. */
vfi_verdict vfi_outcome_judge(const vf_multigrid *solver, vfi_progress *progress, double residual);

/* Notes the residual and calls the history function. Fails if the history function closed the context. */
vf_status vfi_outcome_note(const vf_multigrid *solver, vfi_progress *progress, double residual, vfi_verdict verdict);

/* Estimates the residual that rounding leaves with any method: the rounding of the terms of L phi and of rhs, for variable
 * coefficients in the cell with the largest terms. rhs_norm is max |rhs|. Collective over ranks. */
vf_status vfi_outcome_rounding(vf_multigrid *solver, double rhs_norm, double *rounding);

/* The failure for a verdict that ends a solve: VF_ERROR_STAGNATED if the residual went down, or if rounding allows no
 * smaller residual, otherwise VF_ERROR_DIVERGED. rhs and phi of the finest level belong to the residual. */
vf_status vfi_outcome_failure(vf_multigrid *solver, const vfi_given *given, const vfi_progress *progress,
                              vfi_verdict verdict);

#endif
