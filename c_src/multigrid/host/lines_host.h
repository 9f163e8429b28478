/* Smooths by lines on the host; see vf_lines. */
#ifndef VIEWFAB_MULTIGRID_LINES_HOST_H
#define VIEWFAB_MULTIGRID_LINES_HOST_H

#include "thread_team.h"

/* A row of cells for which a team has the scratch that lines of the level need; at least the level's own. */
int vf_line_team_row(const vf_level *level);

/* All lines of one colour at an index of the direction q (vf_lines). */
void vf_lines_smooth(const vf_level *level, const vf_bench *bench, int plane, int colour, double omega);

/* out = rhs - L x, in halves, of a row of a level with constant coefficients. */
void vf_lines_residual_row(const vf_level *level, const vf_bench *bench, const vf_row *row, int j, int k, double *out);

int vf_host_smooth_lines(vf_engine *engine, vf_level *level, const double *omegas, int half_sweeps, bool from_zero);
int vf_host_make_pivots(vf_engine *engine, vf_level *level);

#endif
