/* Boxes of the user's and levels; right-hand sides, coefficients and walls of coarser levels; see engine.h. */
#ifndef VIEWFAB_MULTIGRID_TRANSFERS_H
#define VIEWFAB_MULTIGRID_TRANSFERS_H

#include "../engine.h"

int vf_host_gather(vf_engine *engine, vf_field to, const vf_piece *pieces, int count);
int vf_host_scatter(vf_engine *engine, vf_field from, const vf_piece *pieces, int count);
int vf_host_restrict_rhs(vf_engine *engine, vf_level *fine, vf_level *coarse);
int vf_host_restrict_coefficients(vf_engine *engine, vf_level *fine, vf_level *coarse);
int vf_host_add_on_face(vf_engine *engine, vf_level *level, vf_field x, int face, const double *values, double scale,
                        bool coefficient);
int vf_host_restrict_face(vf_engine *engine, const double *fine, double *coarse, const int n[2]);
int vf_host_restrict_face_shares(vf_engine *engine, const double *fine, double *coarse, const int fine_n[2],
                                 const int n[2], const bool halved[2], const double *const share[2]);
int vf_host_multiply(vf_engine *engine, const int n[3], vf_field x, const double *p, const double *q, const double *r);

#endif
