/* Smooths by lines on the host; see vfi_lines. */
#ifndef VIEWFAB_MULTIGRID_LINES_HOST_H
#define VIEWFAB_MULTIGRID_LINES_HOST_H

#include "thread_team.h"

/* The number of cells of a row whose scratch suffices for lines of the level; at least the level's own number. */
int vfi_line_team_row(const vfi_level *level);

/* Smooths all lines of one colour at an index of the direction q (vfi_lines). */
void vfi_lines_smooth(const vfi_level *level, const vfi_bench *bench, int plane, int colour, double omega);

/* out = rhs - L x, in halves, for a row of a level with constant coefficients. */
void vfi_lines_residual_row(const vfi_level *level, const vfi_bench *bench, const vfi_row *row, int j, int k,
                            double *out);

int vfi_host_smooth_lines(vfi_engine *engine, vfi_level *level, const double *omegas, int half_sweeps, bool from_zero);
int vfi_host_make_pivots(vfi_engine *engine, vfi_level *level);

#endif
