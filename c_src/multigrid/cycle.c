#include "cycle.h"

#include <math.h>

#include "conjugate_gradients.h"
#include "lines.h"
#include "resample.h"
#include "robust/robust.h"
#include "walls.h"

/* Calls the engine once for smooths with equal omegas; the first call includes the interpolation. */
static int smooth_each(vf_multigrid *solver, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  int code = 0;
  for (int s = 0; s < steps->count && !code;) {
    int same = 1;
    level->omega = steps->omegas ? steps->omegas[s] : solver->cycle.omega;
    while (s + same < steps->count && (!steps->omegas || steps->omegas[s + same] == level->omega)) same++;
    if (s == 0 && steps->from) code = ops->interpolate_smooth(engine, level, steps->from, same);
    else code = ops->smooth(engine, level, same, s == 0 && steps->from_zero);
    s += same;
  }
  return code;
}

int vfi_cycle_relax(vf_multigrid *solver, vfi_level *level, const vf_relax *steps)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  if (vfi_resample_between(steps)) return vfi_resample_relax(solver, level, steps);
  level->omega = solver->cycle.omega;
  if (ops->relax) return ops->relax(engine, level, steps);
  if (level->lines.along > 0) return vfi_lines_relax(engine, level, steps);
  int code = smooth_each(solver, level, steps);
  if (steps->count == 0 && steps->from) code = ops->interpolate(engine, level, steps->from, true);
  if (steps->count == 0 && steps->from_zero) code = ops->combine(engine, level, 0, level->rhs, 0, level->phi);
  if (!code && steps->into) return ops->residual_restrict(engine, level, steps->into, steps->norm);
  return !code && steps->norm ? ops->residual_norm(engine, level, steps->norm) : code;
}

int vfi_cycle_remove_mean(vf_multigrid *solver, vfi_level *level, vf_field x, double *mean)
{
  vfi_engine *engine = &solver->engine;
  double sum = 0;
  int code = engine->ops->sum(engine, level, x, &sum);
  const double value = sum / ((double)level->n[0] * level->n[1] * level->n[2]);
  if (!code && value != 0) code = engine->ops->shift(engine, level, x, -value);
  if (mean) *mean = value;
  return code;
}

int vfi_cycle_centre(vf_multigrid *solver, bool *was_far)
{
  vfi_level *level = &solver->levels[0];
  double mean = 0, size = 0;
  int code = vfi_cycle_remove_mean(solver, level, level->phi, &mean);
  if (!code) code = solver->engine.ops->norm_max(&solver->engine, level, level->phi, &size);
  *was_far = fabs(mean) > size;
  return code;
}

bool vfi_cycle_smooths_bottom(const vf_multigrid *solver)
{
  if (solver->options.bottom != VF_BOTTOM_AUTO) return solver->options.bottom == VF_BOTTOM_SMOOTHS;
  const vfi_level *level = &solver->levels[solver->level_count - 1];
  if (vfi_lines_is_single(level)) return true;
  for (int d = 0; d < 3; d++)
    if (level->n[d] > 4 && d != level->lines.along - 1) return false;
  /* If no wall holds phi but a small alpha does, smooths hardly change the mean of phi. */
  if (solver->cycle.singular) return true;
  for (int face = 0; face < 6; face++)
    if (solver->sides.kind[face] == VF_DIRICHLET || solver->sides.kind[face] == VF_REFLECT_ODD) return true;
  return false;
}

static int solve_bottom(vf_multigrid *solver, bool from_zero)
{
  vfi_level *level = &solver->levels[solver->level_count - 1];
  int code = 0;
  if (vfi_cycle_smooths_bottom(solver)) {
    const vf_relax steps = { .count = solver->cycle.bottom_smooths, .from_zero = from_zero };
    code = vfi_cycle_relax(solver, level, &steps);
  } else {
    const vf_relax clear = { .from_zero = true };
    if (from_zero) code = vfi_cycle_relax(solver, level, &clear);
    if (!code) code = vf_bottom_conjugate_gradients(solver);
  }
  if (!code && solver->cycle.singular) code = vfi_cycle_remove_mean(solver, level, level->phi, NULL);
  return code;
}

/* True if the engine runs the cycle on level l and all coarser levels in a single call. */
static bool is_coarse_cycle(const vf_multigrid *solver, int l)
{
  const vfi_engine_table *ops = solver->engine.ops;
  const vfi_level *level = &solver->levels[l];
  if (level->lines.along > 0 && !ops->coarse_lines) return false;
  if (l + 1 < solver->level_count && level[1].coarsening.resampled) return false;
  if (ops->coarse_levels && solver->level_count - l > ops->coarse_levels) return false;
  return ops->coarse_cycle && vfi_level_cells(level) <= ops->coarse_cells && vfi_cycle_smooths_bottom(solver);
}

static int run_coarse_cycle(vf_multigrid *solver, int l, int kind, vfi_coarse_start start)
{
  vfi_cycle of_coarse_cycle = solver->cycle;
  of_coarse_cycle.kind = kind;
  return solver->engine.ops->coarse_cycle(&solver->engine, &solver->levels[l], solver->level_count - l,
                                          &of_coarse_cycle, start);
}

int vfi_cycle_run(vf_multigrid *solver, int l, int kind, bool from_zero)
{
  vfi_level *level = &solver->levels[l];
  const vfi_cycle *cycle = &solver->cycle;
  if (solver->aggregate_levels > 0) return vfi_robust_cycle(solver);
  if (is_coarse_cycle(solver, l))
    return run_coarse_cycle(solver, l, kind, from_zero ? VF_COARSE_ZERO : VF_COARSE_GUESS);
  if (l + 1 == solver->level_count) return solve_bottom(solver, from_zero);
  const double *omegas = vfi_level_omegas(level, solver->omegas);
  const vf_relax down = {
    .from_zero = from_zero, .count = cycle->pre, .place = cycle->post, .omegas = omegas + cycle->post, .into = level + 1
  };
  const vf_relax up = { .from = level + 1, .count = cycle->post, .omegas = omegas };
  int code = vfi_cycle_relax(solver, level, &down);
  if (!code) code = vfi_cycle_run(solver, l + 1, kind, true);
  /* An F-cycle improves the result of the coarser level by a V-cycle; the coarsest level is solved once. */
  if (!code && kind == VF_CYCLE_F && l + 2 < solver->level_count)
    code = vfi_cycle_run(solver, l + 1, VF_CYCLE_V, false);
  if (!code) code = vfi_cycle_relax(solver, level, &up);
  return code;
}

/* Begins a full start. If the start leaves out the coarsest levels, it begins with a cycle from 0. *done: the finest
 * level with a solution. */
static int begin_start(vf_multigrid *solver, bool walls, int *done)
{
  const int coarsest = solver->level_count - 1;
  *done = solver->start_level;
  if (*done < coarsest) return vfi_cycle_run(solver, *done, solver->cycle.kind, true);
  while (!walls && *done > 1 && is_coarse_cycle(solver, *done - 1) && !solver->start_skips[*done - 1]) --*done;
  if (is_coarse_cycle(solver, *done)) return run_coarse_cycle(solver, *done, solver->cycle.kind, VF_COARSE_FULL);
  return solve_bottom(solver, true);
}

vf_status vfi_cycle_full_start(vf_multigrid *solver, bool walls)
{
  vfi_engine *engine = &solver->engine;
  int done = 0;
  int code = begin_start(solver, walls, &done);
  for (int l = done - 1; l >= 0 && !code; l--) {
    vfi_level *level = &solver->levels[l];
    if (level[1].coarsening.resampled) code = engine->ops->interpolate_resampled(engine, level, level + 1, false);
    else code = engine->ops->interpolate(engine, level, level + 1, false);
    const vf_status status = walls && !code ? vfi_walls_to_interpolated(solver, l) : VF_OK;
    if (status) return status;
    if (!code && l > 0 && !solver->start_skips[l]) code = vfi_cycle_run(solver, l, solver->cycle.kind, false);
  }
  return code ? vfi_solver_status(solver, code, "the full multigrid start") : VF_OK;
}
