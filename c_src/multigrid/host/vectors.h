/* Vectors with the shape of a level, on the host; see engine.h. */
#ifndef VIEWFAB_MULTIGRID_VECTORS_H
#define VIEWFAB_MULTIGRID_VECTORS_H

#include "../engine.h"

int vf_host_norm(vf_engine *engine, vf_level *level, vf_field x, double *max);
int vf_host_sum(vf_engine *engine, vf_level *level, vf_field x, double *sum);
int vf_host_dot(vf_engine *engine, vf_level *level, vf_field x, vf_field y, double *sum);
int vf_host_tiles(vf_engine *engine, vf_level *level, vf_term what, vf_field x, vf_field y, const double **list);
int vf_host_residual(vf_engine *engine, vf_level *level, vf_field r);
int vf_host_operate(vf_engine *engine, vf_level *level, vf_field x, vf_field y);
int vf_host_combine(vf_engine *engine, vf_level *level, double s, vf_field x, double t, vf_field y);
int vf_host_shift(vf_engine *engine, vf_level *level, vf_field x, double value);
int vf_host_zero(vf_engine *engine, void *at, size_t bytes);

#endif
