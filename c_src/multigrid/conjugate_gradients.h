/* Conjugate gradients, on the coarsest level and around cycles. Functions return 0 or a native code of the engine. */
#ifndef VIEWFAB_MULTIGRID_CONJUGATE_GRADIENTS_H
#define VIEWFAB_MULTIGRID_CONJUGATE_GRADIENTS_H

#include "solver_state.h"

/* Generalized conjugate residuals: the method around cycles for an operator that is not symmetric. Each step takes the
 * length that minimises the sum of squares of the residual, and makes A p orthogonal to the A p of the last directions
 * (Orthomin, Vinsome 1976; Eisenstat, Elman and Schultz 1983). The preconditioner may differ from step to step. A solve
 * keeps these directions: */
typedef struct vfi_search_directions {
  int made; /* since the start; the last VF_SOLVER_DIRECTIONS are kept, direction d at d % VF_SOLVER_DIRECTIONS */
  double squares[VF_SOLVER_DIRECTIONS]; /* of the operator times a direction */
} vfi_search_directions;

/* Takes memory for the directions of the robust method if the operator of the finest level is not symmetric. 8 kept
 * directions are too few beside coefficients that jump by 1e6: 100 iterations reach 1e-5. With 12 or 16 kept directions
 * at most 33 iterations reach 1e-9. */
vf_status vfi_conjugate_residuals_allocate(vf_multigrid *solver);

/* One step of the solution x. Input: the preconditioned residual in phi of the finest level, and the residual
 * times scale in rhs of this level. Returns 0 or a native code of the engine; norm: maximum of the new
 * residual, which is carried on. */
int vfi_conjugate_residuals_step(vf_multigrid *solver, vfi_search_directions *directions, vf_field x, double scale,
                                 double *norm);

/* Takes the vectors for the methods of the options. */
vf_status vfi_conjugate_gradients_allocate(vf_multigrid *solver);

/* Improves phi of the coarsest level by options.bottom_iterations steps, or to options.bottom_accuracy. */
int vf_bottom_conjugate_gradients(vf_multigrid *solver);

/* The directions of a solve by preconditioned conjugate gradients on the finest level: the solution is vectors[3], the
 * residual, times scale, takes the place of the right-hand side, and phi is the preconditioned residual. */
typedef struct vfi_conjugation {
  bool is_under_way;                /* there is a previous direction */
  double curvature;                 /* p A p of the previous direction, if the host has it */
  double scale;                     /* a power of two; 1 unless squares of residuals would leave the range of doubles */
  vfi_search_directions directions; /* for an operator that is not symmetric */
} vfi_conjugation;

/* Writes the residual of phi into vectors[4]; norm: its maximum. */
int vfi_conjugate_gradients_residual(vf_multigrid *solver, double *norm);

/* Takes phi as the first solution, and the residual just made by vfi_conjugate_gradients_residual, with its norm. */
int vfi_conjugate_gradients_start(vf_multigrid *solver, vfi_conjugation *state, double norm);

/* One step: a cycle on the residual, a new direction, a new solution.
 *   norm  in: maximum of the residual; out: maximum of the new residual, which is carried on and not measured */
int vfi_conjugate_gradients_step(vf_multigrid *solver, vfi_conjugation *state, double *norm);

/* Brings the solution back to phi. */
int vfi_conjugate_gradients_end(vf_multigrid *solver);

#endif
