/* Conjugate gradients, on the coarsest level and around cycles. Return 0 or a native code of the engine. */
#ifndef VIEWFAB_MULTIGRID_CONJUGATE_GRADIENTS_H
#define VIEWFAB_MULTIGRID_CONJUGATE_GRADIENTS_H

#include "conjugate_residuals.h"
#include "solver_state.h"

/* Takes the vectors that the options ask for. */
vf_status vf_conjugate_gradients_allocate(vf_multigrid *solver);

/* Improves phi of the coarsest level by options.bottom_iterations steps, or to options.bottom_accuracy. */
int vf_bottom_conjugate_gradients(vf_multigrid *solver);

/* The directions of a solve by preconditioned conjugate gradients on the finest level: the solution is vectors[3], the
 * residual, times scale, takes the place of the right-hand side, and phi is the preconditioned residual. */
typedef struct vf_conjugation {
  bool is_under_way;       /* there is a direction before */
  double curvature;        /* its p A p, where the host has it */
  double scale;            /* a power of two; not 1 where squares of residuals would leave the range of doubles */
  vf_kept_directions kept; /* where the operator is not symmetric */
} vf_conjugation;

/* The residual of phi in vectors[4]; norm: its maximum. */
int vf_conjugate_gradients_residual(vf_multigrid *solver, double *norm);

/* Takes phi as the first solution, and the residual that has just been made, with its norm. */
int vf_conjugate_gradients_start(vf_multigrid *solver, vf_conjugation *state, double norm);

/* One step: a cycle on the residual, a new direction, a new solution; norm: maximum of the residual, on return of
 * the new one, which is not measured but carried on. */
int vf_conjugate_gradients_step(vf_multigrid *solver, vf_conjugation *state, double *norm);

/* Brings the solution back to phi. */
int vf_conjugate_gradients_end(vf_multigrid *solver);

#endif
