#include "choose_cycle.h"

#include <math.h>

#include "lines.h"

/* Over-relaxation of two post smooths and three pre smooths beside a correction from a level that halves two of three
 * directions, while the third one waits: found by search, for the worst of cells of 1 : 1 : 2 to 1 : 1 : 1000 and all kinds of
 * faces. A cycle leaves 0.03 of the residual, where 1 for each leaves 0.07. */
static const double of_two[] = { 1.100, 0.703, 1.498, 1.674, 1.222 };

/* 1.32, which is best where cells are halved, takes 6 cycles for most extents in place of 5; 1.22 to 1.38 were tried. */
static const double of_resampled = 1.28;

static const double left_by_bottom = 0.05;
enum { MOST_BOTTOM = 40 };

/* A full start visits each level once more than the finer one. A cycle from 0 on this level is as good a start as one from
 * the coarsest on, where cycles leave little of any error: with lines, and with constant coefficients on equal cells. With
 * coefficients, graded levels too, the worst of 250 random problems took a cycle more, and long grids with free faces two. Where directions wait, a
 * cycle of points leaves a fifth of what varies along a direction that is halved last, by itself; small levels take care of
 * that, and those between them and this one need no cycle. */
enum { START_LEVEL = 2 };

/* Directions that levels[l + 1] halves, and that levels[l] has more than one cell in. */
static int halved_after(const vf_multigrid *solver, int l)
{
  int halved = 0;
  const vf_joint *joint = &solver->levels[l + 1].joint;
  for (int d = 0; d < 3; d++) halved += joint->halved[d] || joint->resampled;
  return halved;
}

static int directions_of(const vf_level *level) { return (level->n[0] > 1) + (level->n[1] > 1) + (level->n[2] > 1); }

static bool is_small(const vf_level *level)
{
  return (int64_t)level->n[0] * level->n[1] * level->n[2] <= VF_SMALL_CELLS;
}

/* Faces of a direction that hold phi. */
static int held_faces(const vf_multigrid *solver, int d)
{
  int held = 0;
  for (int face = d; face < 6; face += 3)
    held += solver->sides.kind[face] == VF_DIRICHLET || solver->sides.kind[face] == VF_REFLECT_ODD;
  return held;
}

/* Whether one extent is many times the other two, and some face does not hold phi: levels end in one direction then, and the
 * third level is far from those that are left with what varies along it. */
static bool is_long_and_free(const vf_multigrid *solver)
{
  const int *n = solver->levels[0].n;
  bool is_long = false;
  for (int d = 0; d < 3; d++) is_long = is_long || (n[d] > 4 * n[(d + 1) % 3] && n[d] > 4 * n[(d + 2) % 3]);
  return is_long && held_faces(solver, 0) + held_faces(solver, 1) + held_faces(solver, 2) < 6;
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

/* Smooths beside a correction from a level that halves one or two directions of several: errors that are left vary along
 * few directions, for which 1.32 is too much; measured. */
static void choose_near(vf_multigrid *solver)
{
  double near = solver->options.omega_near;
  for (int l = 0; l + 1 < solver->level_count; l++) {
    const int halved = halved_after(solver, l);
    if (halved < directions_of(&solver->levels[l])) near = fmin(near, halved == 1 ? 0.9 : 1);
  }
  solver->cycle.near = near;
}

/* Small levels go by the cycle's own numbers, which are all that a GPU's launch for them takes. */
static void choose_omegas(vf_multigrid *solver)
{
  for (int l = 0; l + 1 < solver->level_count; l++) {
    vf_level *level = &solver->levels[l];
    const int halved = halved_after(solver, l), all = directions_of(level);
    if (is_small(level)) continue;
    if (halved == all) level->omegas = solver->omegas_of_all;
    if (halved == 2 && all == 3) level->omegas = of_two;
  }
}

/* Beside a level that is resampled. */
static void choose_finest(vf_multigrid *solver)
{
  vf_cycle cycle = solver->cycle;
  if (solver->level_count < 2 || !solver->levels[1].joint.resampled) return;
  cycle.near = of_resampled;
  vf_cycle_omegas(&cycle, solver->omegas_of_resampled);
  solver->levels[0].omegas = solver->omegas_of_resampled;
}

/* Smooths of the coarsest level leave the smoothest error longest: where few faces hold phi, and there are three cells in
 * a direction and not two, that is half of it after 8. Another number than the default is the user's wish. */
static void choose_bottom(vf_multigrid *solver)
{
  const vf_level *level = &solver->levels[solver->level_count - 1];
  double smoothest = 0, all = 0; /* of the operator: the least eigenvalue, and the diagonal */
  const bool two = level->n[0] < 3 && level->n[1] < 3 && level->n[2] < 3;
  if (two || solver->options.bottom_smooths != vf_multigrid_defaults().bottom_smooths || solver->cycle.singular) return;
  for (int d = 0; d < 3; d++) {
    const double coupling = solver->strength[d] / (level->h[d] * level->h[d]);
    const int held = held_faces(solver, d);
    const double least = coupling * (2 - 2 * cos(held * acos(-1) / (2 * level->n[d])));
    smoothest += least;
    all += level->n[d] > 1 ? 2 * coupling : least; /* ghosts are part of a single cell's diagonal */
  }
  const double left = pow(1 - smoothest / all, 2); /* by one smooth */
  if (!(left > 0 && left < 1)) return;
  const int wanted = (int)ceil(log(left_by_bottom) / log(left));
  if (wanted > solver->cycle.bottom_smooths) solver->cycle.bottom_smooths = wanted < MOST_BOTTOM ? wanted : MOST_BOTTOM;
}

void vf_choose_cycle(vf_multigrid *solver)
{
  const vf_multigrid_options defaults = vf_multigrid_defaults(), *o = &solver->options;
  const bool own_near = o->omega_near != defaults.omega_near; /* the user's wish */
  choose_start(solver);
  if (solver->lines > 0) {
    vf_lines_choose_cycle(solver);
    return;
  }
  choose_bottom(solver);
  if (own_near || solver->uneven) return;
  vf_cycle_omegas(&solver->cycle, solver->omegas_of_all);
  choose_near(solver);
  vf_cycle_omegas(&solver->cycle, solver->omegas);
  if (o->pre == defaults.pre && o->post == defaults.post && o->omega == defaults.omega) choose_omegas(solver);
  choose_finest(solver);
}
