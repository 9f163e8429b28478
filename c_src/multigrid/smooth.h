/* The smooths as composites, for the code that fills their slots. */
#ifndef VIEWFAB_MULTIGRID_SMOOTH_H
#define VIEWFAB_MULTIGRID_SMOOTH_H

#include <viewfab/backend.h>

typedef struct vfi_smooth_poisson_call {
  const vf_box *box;
  vf_view *phi, *rhs, *wall;
  double h;
  const vf_boundary *sides;
  int count;
} vfi_smooth_poisson_call;

typedef struct vfi_smooth_helmholtz_call {
  const vf_box *box;
  vf_view *phi, *rhs, *wall, *a, *bx, *by, *bz;
  double alpha, beta, omega;
  const double *h;
  const vf_boundary *sides;
  int count;
} vfi_smooth_helmholtz_call;

extern vfi_composite vfi_smooth_poisson_composite, vfi_smooth_helmholtz_composite;

/* By a device's engine */

/* True if an engine can take the call as it is: double, one component, no values on walls, only faces that fold. A
 * wrong call is not taken: the plain sequence of kernels reports the error. */
bool vfi_smooth_poisson_takes(const void *arguments);
bool vfi_smooth_helmholtz_takes(const void *arguments);
vf_status vfi_smooth_poisson_tuned(const void *arguments);
vf_status vfi_smooth_helmholtz_tuned(const void *arguments);

#endif
