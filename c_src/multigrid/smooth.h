/* The smooths as composites, for whoever fills their slots. */
#ifndef VIEWFAB_MULTIGRID_SMOOTH_H
#define VIEWFAB_MULTIGRID_SMOOTH_H

#include <viewfab/backend.h>

typedef struct vf_smooth_poisson_call {
  const vf_box *box;
  vf_view *phi, *rhs, *wall;
  double h;
  const vf_boundary *sides;
  int count;
} vf_smooth_poisson_call;

typedef struct vf_smooth_helmholtz_call {
  const vf_box *box;
  vf_view *phi, *rhs, *wall, *a, *bx, *by, *bz;
  double alpha, beta, omega;
  const double *h;
  const vf_boundary *sides;
  int count;
} vf_smooth_helmholtz_call;

extern vf_composite vf_smooth_poisson_composite, vf_smooth_helmholtz_composite;

#endif
