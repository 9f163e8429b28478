/* Generalized conjugate residuals: the method around cycles for an operator that is not symmetric. Each step takes the length
 * that makes the sum of squares of the residual least, and makes A p orthogonal to the A p of the last directions (Orthomin,
 * Vinsome 1976; Eisenstat, Elman and Schultz 1983). The preconditioner may differ from step to step. */
#ifndef VIEWFAB_MULTIGRID_CONJUGATE_RESIDUALS_H
#define VIEWFAB_MULTIGRID_CONJUGATE_RESIDUALS_H

#include "solver_state.h"

/* The directions that a solve has kept. */
typedef struct vf_kept_directions {
  int made; /* since the start; the last VF_SOLVER_DIRECTIONS are kept, direction d at d % VF_SOLVER_DIRECTIONS */
  double squares[VF_SOLVER_DIRECTIONS]; /* of the operator times a direction */
} vf_kept_directions;

/* Takes memory for the directions of the robust method if the operator of the finest level is not symmetric. 8 kept directions are
 * too few beside coefficients that jump by 1e6: 100 iterations reach 1e-5. With 12 or 16 at most 33 iterations reach 1e-9. */
vf_status vf_conjugate_residuals_allocate(vf_multigrid *solver);

/* One step of the solution x, from the preconditioned residual in phi of the finest level and the residual, times scale, in its
 * rhs. Returns 0 or a native code of the engine; norm: maximum of the new residual, which is carried on. */
int vf_conjugate_residuals_step(vf_multigrid *solver, vf_kept_directions *kept, vf_field x, double scale, double *norm);

#endif
