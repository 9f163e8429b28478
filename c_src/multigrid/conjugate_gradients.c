#include "conjugate_gradients.h"

#include <math.h>

#include "cycle.h"
#include "hierarchy.h"
#include "resample.h"

vf_status vfi_conjugate_gradients_allocate(vf_multigrid *solver)
{
  const bool around = solver->options.method != VF_METHOD_CYCLES;
  vf_status status = VF_OK;
  const int first = solver->aggregate_levels > 0 || vfi_cycle_smooths_bottom(solver) ? VF_FINEST_VECTORS : 0;
  const bool of_robust = solver->aggregate_levels > 0 && !solver->robust_single; /* robust_single has its own field */
  const int end = of_robust ? VF_SOLVER_VECTORS : around ? VF_ROBUST_VECTOR : VF_FINEST_VECTORS;
  for (int v = first; v < end && !status; v++)
    if (!solver->vectors[v].at) { /* an earlier method may have taken the vector */
      const vfi_level *level = &solver->levels[v < VF_FINEST_VECTORS ? solver->level_count - 1 : 0];
      status = vfi_hierarchy_field(solver, level, 0, &solver->vectors[v]);
    }
  if (!status) status = vfi_conjugate_residuals_allocate(solver);
  return status || !around ? status : vfi_resample_ready(solver);
}

/* A power of two that brings a norm near 1 if the square of the norm would leave the range of doubles; else 1. */
static double scale_for(double norm)
{
  const bool extreme = norm > 0x1p300 || (norm < 0x1p-300 && norm > 0);
  if (!extreme || !isfinite(norm)) return 1;
  const int exponent = ilogb(norm);
  return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/* Writes the scaled residual of the coarsest level into r, and its square into *rr. */
static int start_bottom(vf_multigrid *solver, vfi_level *level, vf_field r, double *scale, double *rr)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  double norm = 0;
  int code = ops->residual(engine, level, r);
  if (!code && solver->cycle.singular) code = vfi_cycle_remove_mean(solver, level, r, NULL);
  if (!code) code = ops->dot(engine, level, r, r, rr);
  *scale = 1;
  if (code || (*rr > 0x1p-600 && *rr < 0x1p600)) return code;
  code = ops->norm_max(engine, level, r, &norm);
  *scale = scale_for(norm);
  if (code || *scale == 1) return code;
  code = ops->combine(engine, level, *scale, r, 0, r);
  return code ? code : ops->dot(engine, level, r, r, rr);
}

int vf_bottom_conjugate_gradients(vf_multigrid *solver)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->levels[solver->level_count - 1];
  const vf_field r = solver->vectors[0], p = solver->vectors[1], q = solver->vectors[2];
  double rr = 0, pq = 0, scale = 1;
  int code = start_bottom(solver, level, r, &scale, &rr);
  if (!code) code = ops->combine(engine, level, 1, r, 0, p);
  const double goal = rr * solver->options.bottom_accuracy * solver->options.bottom_accuracy;
  for (int step = 0; step < solver->options.bottom_iterations && !code && rr > goal; step++) {
    code = ops->operate(engine, level, p, q);
    if (!code) code = ops->dot(engine, level, p, q, &pq);
    if (code || pq == 0 || !isfinite(pq)) break;
    const double before = rr, length = rr / pq;
    code = ops->combine(engine, level, length / scale, p, 1, level->phi);
    if (!code) code = ops->combine(engine, level, -length, q, 1, r);
    if (!code) code = ops->dot(engine, level, r, r, &rr);
    if (!code) code = ops->combine(engine, level, 1, r, rr / before, p);
  }
  return code;
}

int vfi_conjugate_gradients_residual(vf_multigrid *solver, double *norm)
{
  vfi_engine *engine = &solver->engine;
  const int code = engine->ops->residual(engine, &solver->levels[0], solver->vectors[4]);
  return code ? code : engine->ops->norm_max(engine, &solver->levels[0], solver->vectors[4], norm);
}

int vfi_conjugate_gradients_start(vf_multigrid *solver, vfi_conjugation *state, double norm)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->levels[0];
  *state = (vfi_conjugation){ .scale = scale_for(norm) };
  const int code = ops->combine(engine, level, 1, level->phi, 0, solver->vectors[3]);
  return code ? code : ops->combine(engine, level, state->scale, solver->vectors[4], 0, level->rhs);
}

/* A product with A p makes the direction conjugate to the previous direction. This also holds for a preconditioner that
 * is not symmetric: cycles with red-black smooths are not symmetric. */
static int conjugate(vf_multigrid *solver, vfi_conjugation *state, const vfi_conjugate_step *step, double *norm)
{
  vfi_engine *engine = &solver->engine;
  const vfi_engine_table *ops = engine->ops;
  vfi_level *level = &solver->levels[0];
  double zq = 0, pr = 0, pq = 0;
  const bool turns = !step->first && state->curvature != 0;
  int code = turns ? ops->dot(engine, level, level->phi, step->q, &zq) : 0;
  const double part = turns ? VF_CONJUGATE_PART(zq, state->curvature) : 0;
  if (!code) code = ops->combine(engine, level, 1, level->phi, part, step->p);
  if (!code) code = ops->operate(engine, level, step->p, step->q);
  if (!code) code = ops->dot(engine, level, step->p, step->q, &pq);
  if (!code) code = ops->dot(engine, level, step->p, level->rhs, &pr);
  state->curvature = pq;
  const double length = pq != 0 ? pr / pq : 0;
  if (!code) code = ops->combine(engine, level, length / step->scale, step->p, 1, step->x);
  if (!code) code = ops->combine(engine, level, -length, step->q, 1, level->rhs);
  return code ? code : ops->norm_max(engine, level, level->rhs, norm);
}

int vfi_conjugate_gradients_step(vf_multigrid *solver, vfi_conjugation *state, double *norm)
{
  vfi_engine *engine = &solver->engine;
  vfi_level *level = &solver->levels[0];
  const bool robust = solver->aggregate_levels > 0, single = robust && solver->robust_single;
  solver->residual_size = *norm * state->scale;
  int code = vfi_cycle_run(solver, 0, solver->cycle.kind, true);
  const vfi_conjugate_step step = { .z = single ? solver->single[0].phi : level->phi,
                                    .x = solver->vectors[3],
                                    .p = solver->vectors[4],
                                    .q = solver->vectors[5],
                                    .single = single,
                                    .give = solver->robust_give,
                                    .first = !state->is_under_way,
                                    .scale = state->scale };
  if (!code && robust && engine->ops->conjugate && !solver->unsymmetric) {
    code = engine->ops->conjugate(engine, level, &step, norm);
  } else {
    if (!code && single) code = engine->ops->widen(engine, level, step.z, step.give, level->phi);
    if (!code)
      code = solver->unsymmetric ? vfi_conjugate_residuals_step(solver, &state->directions, step.x, state->scale, norm)
                                 : conjugate(solver, state, &step, norm);
  }
  state->is_under_way = true;
  *norm /= state->scale;
  return code;
}

int vfi_conjugate_gradients_end(vf_multigrid *solver)
{
  vfi_level *level = &solver->levels[0];
  return solver->engine.ops->combine(&solver->engine, level, 1, solver->vectors[3], 0, level->phi);
}
