#include "choose_cycle.h"

#include <math.h>

#include "lines.h"

/* Over-relaxation of two post smooths and three pre smooths beside a correction from a level that halves two
 * of three directions while the third direction waits. The numbers were found by search, for the worst of
 * cells of 1 : 1 : 2 to 1 : 1 : 1000 and all kinds of faces. A cycle leaves 0.03 of the residual; with 1 for
 * each smooth a cycle leaves 0.07. */
static const double of_two[] = { 1.100, 0.703, 1.498, 1.674, 1.222 };

/* 1.22 to 1.38 were tried. 1.32 is best if cells are halved, but beside a resampled level takes 6 cycles instead of 5
 * for most extents. */
static const double of_resampled = 1.28;

static const double left_by_bottom = 0.05;
enum { MOST_BOTTOM = 40 };

/* A full start visits each level once more than the next finer level. A cycle from 0 on this level is as good a start
 * as a start from the coarsest level if cycles leave little of any error: with lines, and with constant coefficients on
 * equal cells. With variable coefficients, also of graded levels, the worst of 250 random problems took a cycle more;
 * long grids with free faces took two cycles more. If directions wait, a cycle of points leaves a fifth of an error
 * that varies only along the direction halved last. The small levels remove this error, and the levels between the
 * small levels and this level need no cycle. */
enum { START_LEVEL = 2 };

/* The number of directions that levels[l + 1] halves and that have more than one cell in levels[l]. */
static int halved_after(const vf_multigrid *solver, int l)
{
  int halved = 0;
  const vfi_coarsening *coarsening = &solver->levels[l + 1].coarsening;
  for (int d = 0; d < 3; d++) halved += coarsening->halved[d] || coarsening->resampled;
  return halved;
}

static int directions_of(const vfi_level *level) { return (level->n[0] > 1) + (level->n[1] > 1) + (level->n[2] > 1); }

static bool is_small(const vfi_level *level) { return vfi_level_cells(level) <= VF_SMALL_CELLS; }

/* The number of faces of a direction that hold phi. */
static int dirichlet_faces(const vf_multigrid *solver, int d)
{
  int walls = 0;
  for (int face = d; face < 6; face += 3)
    walls += solver->sides.kind[face] == VF_DIRICHLET || solver->sides.kind[face] == VF_REFLECT_ODD;
  return walls;
}

/* True if one extent is many times the other two and at least one face does not hold phi. The last levels then have
 * cells in one direction alone, and errors vary along this direction; the third level is far from the last levels. */
static bool is_long_and_free(const vf_multigrid *solver)
{
  const int *n = solver->levels[0].n;
  bool is_long = false;
  for (int d = 0; d < 3; d++) is_long = is_long || (n[d] > 4 * n[(d + 1) % 3] && n[d] > 4 * n[(d + 2) % 3]);
  return is_long && dirichlet_faces(solver, 0) + dirichlet_faces(solver, 1) + dirichlet_faces(solver, 2) < 6;
}

static void choose_start(vf_multigrid *solver)
{
  const int coarsest = solver->level_count - 1;
  bool waits = false, varies = false;
  for (int l = 0; l < coarsest; l++) waits = waits || halved_after(solver, l) < directions_of(&solver->levels[l]);
  for (int l = 0; l <= coarsest; l++) varies = varies || (solver->levels[l].variable && !is_small(&solver->levels[l]));
  const bool leaves_much = waits || varies || is_long_and_free(solver);
  const bool from_coarsest = (leaves_much && solver->lines == 0) || coarsest <= START_LEVEL;
  solver->start_level = from_coarsest ? coarsest : START_LEVEL;
  for (int l = 0; l <= coarsest; l++)
    solver->start_skips[l] = waits && solver->lines == 0 && l > START_LEVEL && !is_small(&solver->levels[l]);
}

/* Over-relaxation of smooths beside a correction from a level that halves only some of the directions. The remaining
 * errors vary along few directions, and measurements show that 1.32 is too much for these errors. */
static void choose_near(vf_multigrid *solver)
{
  double near = solver->options.omega_near;
  for (int l = 0; l + 1 < solver->level_count; l++) {
    const int halved = halved_after(solver, l);
    if (halved < directions_of(&solver->levels[l])) near = fmin(near, halved == 1 ? 0.9 : 1);
  }
  solver->cycle.near = near;
}

/* Small levels use the cycle's own numbers, because a GPU's launch for small levels takes no other numbers. */
static void choose_omegas(vf_multigrid *solver)
{
  for (int l = 0; l + 1 < solver->level_count; l++) {
    vfi_level *level = &solver->levels[l];
    const int halved = halved_after(solver, l), all = directions_of(level);
    if (is_small(level)) continue;
    if (halved == all) level->omegas = solver->omegas_of_all;
    if (halved == 2 && all == 3) level->omegas = of_two;
  }
}

/* Over-relaxation of the finest level beside a resampled level. */
static void choose_finest(vf_multigrid *solver)
{
  vfi_cycle cycle = solver->cycle;
  if (solver->level_count < 2 || !solver->levels[1].coarsening.resampled) return;
  cycle.near = of_resampled;
  vfi_cycle_omegas(&cycle, solver->omegas_of_resampled);
  solver->levels[0].omegas = solver->omegas_of_resampled;
}

/* On the coarsest level smooths leave the smoothest error longest. If few faces hold phi and a direction has three
 * cells instead of two, half of this error is left after 8 smooths. The function keeps any number that differs from the
 * default: the user asked for this number. */
static void choose_bottom(vf_multigrid *solver)
{
  const vfi_level *level = &solver->levels[solver->level_count - 1];
  double smoothest = 0, all = 0; /* the least eigenvalue and the diagonal of the operator */
  const bool two = level->n[0] < 3 && level->n[1] < 3 && level->n[2] < 3;
  if (two || solver->options.bottom_smooths != vf_multigrid_defaults().bottom_smooths || solver->cycle.singular) return;
  for (int d = 0; d < 3; d++) {
    const double coupling = solver->strength[d] / (level->h[d] * level->h[d]);
    const int walls = dirichlet_faces(solver, d);
    const double least = coupling * (2 - 2 * cos(walls * acos(-1) / (2 * level->n[d])));
    smoothest += least;
    all += level->n[d] > 1 ? 2 * coupling : least; /* ghosts are part of a single cell's diagonal */
  }
  const double left = pow(1 - smoothest / all, 2); /* of the error after one smooth */
  if (!(left > 0 && left < 1)) return;
  const int wanted = (int)ceil(log(left_by_bottom) / log(left));
  if (wanted > solver->cycle.bottom_smooths) solver->cycle.bottom_smooths = wanted < MOST_BOTTOM ? wanted : MOST_BOTTOM;
}

void vfi_choose_cycle(vf_multigrid *solver)
{
  const vf_multigrid_options defaults = vf_multigrid_defaults(), *o = &solver->options;
  const bool own_near = o->omega_near != defaults.omega_near; /* the user's wish */
  choose_start(solver);
  if (solver->lines > 0) {
    vfi_lines_choose_cycle(solver);
    return;
  }
  choose_bottom(solver);
  if (own_near || solver->uneven) return;
  vfi_cycle_omegas(&solver->cycle, solver->omegas_of_all);
  choose_near(solver);
  vfi_cycle_omegas(&solver->cycle, solver->omegas);
  if (o->pre == defaults.pre && o->post == defaults.post && o->omega == defaults.omega) choose_omegas(solver);
  choose_finest(solver);
}
