#include "cycle.h"

#include "conjugate_gradients.h"
#include "lines.h"
#include "resample.h"
#include "robust/robust.h"
#include "walls.h"

/* Smooths one by one where their omegas differ; the first one with the interpolation. */
static int smooth_each(vf_multigrid *solver, vf_level *level, const vf_relax *steps)
{
  vf_engine *engine = &solver->engine;
  const vf_engine_table *call = engine->call;
  int code = 0;
  for (int s = 0; s < steps->count && !code;) {
    int same = 1;
    level->omega = steps->omegas ? steps->omegas[s] : solver->cycle.omega;
    while (s + same < steps->count && (!steps->omegas || steps->omegas[s + same] == level->omega)) same++;
    if (s == 0 && steps->from) code = call->interpolate_smooth(engine, level, steps->from, same);
    else code = call->smooth(engine, level, same, s == 0 && steps->from_zero);
    s += same;
  }
  return code;
}

int vf_cycle_relax(vf_multigrid *solver, vf_level *level, const vf_relax *steps)
{
  vf_engine *engine = &solver->engine;
  const vf_engine_table *call = engine->call;
  if (vf_resample_between(steps)) return vf_resample_relax(solver, level, steps);
  level->omega = solver->cycle.omega;
  if (call->relax) return call->relax(engine, level, steps);
  if (level->lines.along > 0) return vf_lines_relax(engine, level, steps);
  int code = smooth_each(solver, level, steps);
  if (steps->count == 0 && steps->from) code = call->interpolate(engine, level, steps->from, true);
  if (steps->count == 0 && steps->from_zero) code = call->combine(engine, level, 0, level->rhs, 0, level->phi);
  if (!code && steps->into) return call->residual_restrict(engine, level, steps->into, steps->norm);
  return !code && steps->norm ? call->residual_norm(engine, level, steps->norm) : code;
}

int vf_cycle_remove_mean(vf_multigrid *solver, vf_level *level, vf_field x, double *mean)
{
  vf_engine *engine = &solver->engine;
  double sum = 0;
  int code = engine->call->sum(engine, level, x, &sum);
  const double value = sum / ((double)level->n[0] * level->n[1] * level->n[2]);
  if (!code && value != 0) code = engine->call->shift(engine, level, x, -value);
  if (mean) *mean = value;
  return code;
}

bool vf_cycle_smooths_bottom(const vf_multigrid *solver)
{
  if (solver->options.bottom != VF_BOTTOM_AUTO) return solver->options.bottom == VF_BOTTOM_SMOOTHS;
  const vf_level *level = &solver->levels[solver->level_count - 1];
  if (vf_lines_is_single(level)) return true;
  for (int d = 0; d < 3; d++)
    if (level->n[d] > 4 && d != level->lines.along - 1) return false;
  /* Where no wall holds phi and a small alpha does, smooths hardly change its mean. */
  if (solver->cycle.singular) return true;
  for (int face = 0; face < 6; face++)
    if (solver->sides.kind[face] == VF_DIRICHLET || solver->sides.kind[face] == VF_REFLECT_ODD) return true;
  return false;
}

static int solve_bottom(vf_multigrid *solver, bool from_zero)
{
  vf_level *level = &solver->levels[solver->level_count - 1];
  int code = 0;
  if (vf_cycle_smooths_bottom(solver)) {
    const vf_relax steps = { .count = solver->cycle.bottom_smooths, .from_zero = from_zero };
    code = vf_cycle_relax(solver, level, &steps);
  } else {
    const vf_relax clear = { .from_zero = true };
    if (from_zero) code = vf_cycle_relax(solver, level, &clear);
    if (!code) code = vf_bottom_conjugate_gradients(solver);
  }
  if (!code && solver->cycle.singular) code = vf_cycle_remove_mean(solver, level, level->phi, NULL);
  return code;
}

/* Whether the engine takes the levels from l on as a whole. */
static bool is_coarse_cycle(const vf_multigrid *solver, int l)
{
  const vf_engine_table *call = solver->engine.call;
  const vf_level *level = &solver->levels[l];
  if (level->lines.along > 0 && !call->coarse_lines) return false;
  if (l + 1 < solver->level_count && level[1].joint.resampled) return false;
  if (call->coarse_levels && solver->level_count - l > call->coarse_levels) return false;
  return call->coarse_cycle && (int64_t)level->n[0] * level->n[1] * level->n[2] <= call->coarse_cells &&
         vf_cycle_smooths_bottom(solver);
}

static int run_coarse_cycle(vf_multigrid *solver, int l, int kind, vf_coarse_start start)
{
  vf_cycle of_coarse_cycle = solver->cycle;
  of_coarse_cycle.kind = kind;
  return solver->engine.call->coarse_cycle(&solver->engine, &solver->levels[l], solver->level_count - l,
                                           &of_coarse_cycle, start);
}

int vf_cycle_run(vf_multigrid *solver, int l, int kind, bool from_zero)
{
  vf_level *level = &solver->levels[l];
  const vf_cycle *cycle = &solver->cycle;
  if (solver->aggregate_levels > 0) return vf_robust_cycle(solver);
  if (is_coarse_cycle(solver, l))
    return run_coarse_cycle(solver, l, kind, from_zero ? VF_COARSE_ZERO : VF_COARSE_GUESS);
  if (l + 1 == solver->level_count) return solve_bottom(solver, from_zero);
  const double *omegas = vf_level_omegas(level, solver->omegas);
  const vf_relax down = {
    .from_zero = from_zero, .count = cycle->pre, .place = cycle->post, .omegas = omegas + cycle->post, .into = level + 1
  };
  const vf_relax up = { .from = level + 1, .count = cycle->post, .omegas = omegas };
  int code = vf_cycle_relax(solver, level, &down);
  if (!code) code = vf_cycle_run(solver, l + 1, kind, true);
  /* An F-cycle improves what it found on the coarser level by a V-cycle; the coarsest one is solved once. */
  if (!code && kind == VF_CYCLE_F && l + 2 < solver->level_count) code = vf_cycle_run(solver, l + 1, VF_CYCLE_V, false);
  if (!code) code = vf_cycle_relax(solver, level, &up);
  return code;
}

/* One cycle from 0 is what a full start begins with where it leaves out the coarsest levels. Gives the finest level that
 * has its solution. */
static int begin_start(vf_multigrid *solver, bool walls, int *done)
{
  const int coarsest = solver->level_count - 1;
  *done = solver->start_level;
  if (*done < coarsest) return vf_cycle_run(solver, *done, solver->cycle.kind, true);
  while (!walls && *done > 1 && is_coarse_cycle(solver, *done - 1) && !solver->start_skips[*done - 1]) --*done;
  if (is_coarse_cycle(solver, *done)) return run_coarse_cycle(solver, *done, solver->cycle.kind, VF_COARSE_FULL);
  return solve_bottom(solver, true);
}

vf_status vf_cycle_full_start(vf_multigrid *solver, bool walls)
{
  vf_engine *engine = &solver->engine;
  int done = 0;
  int code = begin_start(solver, walls, &done);
  for (int l = done - 1; l >= 0 && !code; l--) {
    vf_level *level = &solver->levels[l];
    if (level[1].joint.resampled) code = engine->call->interpolate_resampled(engine, level, level + 1, false);
    else code = engine->call->interpolate(engine, level, level + 1, false);
    const vf_status status = walls && !code ? vf_walls_to_interpolated(solver, l) : VF_OK;
    if (status) return status;
    if (!code && l > 0 && !solver->start_skips[l]) code = vf_cycle_run(solver, l, solver->cycle.kind, false);
  }
  return code ? vf_solver_status(solver, code, "the full multigrid start") : VF_OK;
}
