/* Smooths by lines of cells for cells that are too long for smooths by points, and the data of lines. */
#ifndef VIEWFAB_MULTIGRID_LINES_H
#define VIEWFAB_MULTIGRID_LINES_H

#include "solver_state.h"

/* Chooses the direction of the solver's lines, 1, 2 or 3, from its extents, widths and boundary; 0: points are
 * smoothed.
 *
 * Smooths by points leave errors that vary only along directions with weak couplings, 1 / h^2, so only strong
 * directions are halved. If one direction has by far the strongest couplings, lines along this direction solve the
 * strongest couplings, and the other directions are halved by their own couplings. If the widths of cells change the
 * couplings along a direction, the direction is weak at one end and strong at the other: lines along it, and halving of
 * the other directions, suit both ends. */
int vfi_lines_direction(const vf_multigrid *solver);

/* Chooses the directions of level l that are halved, if the solver has lines; false: the level is the
 * coarsest, a single line. */
bool vfi_lines_choose(const vf_multigrid *solver, int l, bool halved[3]);

/* True if a level is one line; a smooth solves such a level. */
bool vfi_lines_is_single(const vfi_level *level);

/* Gives the solver's cycle its smooths, once all levels are there. */
void vfi_lines_choose_cycle(vf_multigrid *solver);

/* Make the data of lines of levels[l] after its faces and fields. With a user's coefficients the pivots are made
 * last. */
vf_status vfi_lines_make(vf_multigrid *solver, int l);
vf_status vfi_lines_make_pivots(vf_multigrid *solver, int l);

/* Does the steps of vf_relax on a level with lines, by single calls of the engine. */
int vfi_lines_relax(vfi_engine *engine, vfi_level *level, const vf_relax *steps);

/* Over-relaxation of half sweep `half` (0, 1, ...) of these steps. */
static inline double vfi_lines_omega(const vfi_level *level, const vf_relax *steps, double omega, int half)
{
  if (!steps->omegas) return omega;
  return level->lines.omegas ? level->lines.omegas[2 * steps->place + half] : steps->omegas[half / 2];
}

/* Directions across lines: p, along which neighbouring lines lie, and q. */
static inline int vfi_lines_p(const vfi_lines *lines) { return lines->along == 1 ? 1 : 0; }
static inline int vfi_lines_q(const vfi_lines *lines) { return lines->along == 3 ? 1 : 2; }

#endif
