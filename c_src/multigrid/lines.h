/* Smooths by lines of cells: where cells are so long that points do not do, and what lines need. */
#ifndef VIEWFAB_MULTIGRID_LINES_H
#define VIEWFAB_MULTIGRID_LINES_H

#include "solver_state.h"

/* The direction of the solver's lines, 1, 2 or 3, from its extents, widths and boundary; 0: points are smoothed.
 *
 * Point smooths leave errors that vary along directions alone whose couplings, 1 / h^2, are weak, so that only strong
 * directions are halved. Where one direction has the strongest couplings by far, lines along it solve what couples
 * most, and the others are halved by their own couplings. Where couplings change along a direction, by the widths of its cells,
 * it is weak at one end and strong at the other: lines along it, and halving of the others, suit both. */
int vf_lines_direction(const vf_multigrid *solver);

/* Which directions of level l are halved, where there are lines; false: it is the coarsest, a single line. */
bool vf_lines_choose(const vf_multigrid *solver, int l, bool halved[3]);

/* Whether a level is one line, which a smooth solves. */
bool vf_lines_is_single(const vf_level *level);

/* Gives the solver's cycle its smooths, once all levels are there. */
void vf_lines_choose_cycle(vf_multigrid *solver);

/* What lines of levels[l] need, when its faces and fields are made; for coefficients of a user's pivots come last. */
vf_status vf_lines_make(vf_multigrid *solver, int l);
vf_status vf_lines_make_pivots(vf_multigrid *solver, int l);

/* vf_relax on a level with lines, by single calls of the engine. */
int vf_lines_relax(vf_engine *engine, vf_level *level, const vf_relax *steps);

/* Over-relaxation of half sweep h (0, 1, ...) of these steps. */
static inline double vf_lines_omega(const vf_level *level, const vf_relax *steps, double omega, int half)
{
  if (!steps->omegas) return omega;
  return level->lines.omegas ? level->lines.omegas[2 * steps->place + half] : steps->omegas[half / 2];
}

/* Directions across lines: p, along which neighbouring lines lie, and q. */
static inline int vf_lines_p(const vf_lines *lines) { return lines->along == 1 ? 1 : 0; }
static inline int vf_lines_q(const vf_lines *lines) { return lines->along == 3 ? 1 : 2; }

#endif
