/* The functions of the host's engine that have files of their own; engine.h explains each. */
#ifndef VIEWFAB_MULTIGRID_HOST_ENGINE_PARTS_H
#define VIEWFAB_MULTIGRID_HOST_ENGINE_PARTS_H

#include "../engine.h"
#include "../robust/aggregates.h"

/* Copies between the user's boxes and levels; right-hand sides, coefficients and walls of coarser levels. */
int vfi_host_gather(vfi_engine *engine, vf_field to, const vfi_piece *pieces, int count);
int vfi_host_scatter(vfi_engine *engine, vf_field from, const vfi_piece *pieces, int count);
int vfi_host_restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);
int vfi_host_restrict_coefficients(vfi_engine *engine, vfi_level *fine, vfi_level *coarse);
int vfi_host_add_on_face(vfi_engine *engine, vfi_level *level, vf_field x, int face, const double *values, double scale,
                         bool coefficient);
int vfi_host_restrict_face(vfi_engine *engine, const double *fine, double *coarse, const int n[2]);
int vfi_host_restrict_face_shares(vfi_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                                  const int n[2], const bool halved[2], const double *const share[2]);
int vfi_host_multiply(vfi_engine *engine, const vfi_level *level, vf_field x, const double *p, const double *q,
                      const double *r);

/* Vectors with the shape of a level. */
int vfi_host_norm(vfi_engine *engine, vfi_level *level, vf_field x, double *max);
int vfi_host_sum(vfi_engine *engine, vfi_level *level, vf_field x, double *sum);
int vfi_host_dot(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *sum);
int vfi_host_tiles(vfi_engine *engine, vfi_level *level, vfi_term what, vf_field x, vf_field y, const double **list);
int vfi_host_residual(vfi_engine *engine, vfi_level *level, vf_field r);
int vfi_host_operate(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y);
int vfi_host_combine(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y);
int vfi_host_shift(vfi_engine *engine, vfi_level *level, vf_field x, double value);
int vfi_host_zero(vfi_engine *engine, void *at, size_t bytes);

/* A cycle on a level and all coarser levels by one team of threads. */
int vfi_host_coarse_cycle(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle,
                          vfi_coarse_start start);

/* A cycle of the robust method. */
int vfi_host_aggregates_cycle(vfi_engine *engine, struct vfi_aggregates *levels, int count, vfi_level *finest,
                              vf_field left, const struct vfi_aggregates_range *range);

/* Transfers over a resampled coarsening. */
int vfi_host_interpolate_resampled(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
int vfi_host_restrict_resampled(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse);

#endif
