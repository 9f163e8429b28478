#include "iterate.h"

#include <math.h>

#include "../core/error.h"
#include "conjugate_gradients.h"
#include "cycle.h"
#include "walls.h"

enum { PATIENCE = 4 }; /* cycles in which the residual has to fall by a tenth */

/* What tells whether to go on. */
typedef struct progress {
  double goal, first;
  double recent[PATIENCE]; /* residual of cycle c at c % PATIENCE */
  int cycle;
  double residual;
} progress;

/* Notes a residual; done: the goal is reached. */
static vf_status note(const vf_multigrid *solver, progress *p, double residual, bool *done)
{
  const vf_multigrid_options *options = &solver->options;
  if (options->history) options->history(p->cycle, residual, options->history_data);
  const double old = p->recent[p->cycle % PATIENCE];
  p->residual = p->recent[p->cycle % PATIENCE] = residual;
  if (p->cycle == 0) p->first = residual;
  *done = residual <= p->goal;
  if (*done) return VF_OK;
  if (!isfinite(residual) || residual > 1e4 * p->first)
    return vf_fail(VF_ERROR_DIVERGED, "vf_multigrid_solve: the residual went from %g to %g in %d cycles", p->first,
                   residual, p->cycle);
  if (p->cycle >= PATIENCE && residual > 0.9 * old)
    return vf_fail(
        VF_ERROR_STAGNATED,
        "vf_multigrid_solve: the residual went from %g to %g in cycles %d to %d and stagnates; the tolerance "
        "%g may be below what rounding allows",
        old, residual, p->cycle - PATIENCE, p->cycle, p->goal);
  if (p->cycle >= options->max_cycles)
    return vf_fail(VF_ERROR_STAGNATED, "vf_multigrid_solve: residual %g after %d cycles; the tolerance is %g", residual,
                   p->cycle, p->goal);
  p->cycle++;
  return VF_OK;
}

/* The last smooths of a cycle, the first ones of the next and the residual between them go in one call. */
static vf_status cycles(vf_multigrid *solver, bool from_zero, progress *p)
{
  vf_level *level = solver->levels;
  const vf_cycle *cycle = &solver->cycle;
  const bool coarser = solver->level_count > 1;
  vf_relax steps = { .from_zero = from_zero, .omegas = solver->omegas + cycle->post };
  if (coarser) {
    steps.count = cycle->pre;
    steps.into = level + 1;
  }
  vf_status status = VF_OK;
  for (bool done = false; !done && !status;) {
    double norm = 0;
    steps.norm = &norm;
    int code = vf_cycle_relax(solver, level, &steps);
    if (code) return vf_solver_status(solver, code, "a cycle");
    status = note(solver, p, norm, &done);
    if (done || status) break;
    code = vf_cycle_run(solver, coarser ? 1 : 0, cycle->kind, coarser);
    if (!code && cycle->kind == VF_CYCLE_F && solver->level_count > 2)
      code = vf_cycle_run(solver, 1, VF_CYCLE_V, false);
    if (code) return vf_solver_status(solver, code, "a cycle");
    steps = (vf_relax){ 0 };
    if (coarser)
      steps = (vf_relax){
        .from = level + 1, .count = cycle->post + cycle->pre, .omegas = solver->omegas, .into = level + 1
      };
  }
  return status;
}

static vf_status conjugate_gradients(vf_multigrid *solver, bool from_zero, progress *p)
{
  const vf_relax clear = { .from_zero = true };
  vf_conjugation state;
  double norm = 0;
  int code = from_zero ? vf_cycle_relax(solver, solver->levels, &clear) : 0;
  if (!code) code = vf_conjugate_gradients_start(solver, &state, &norm);
  vf_status status = code ? vf_solver_status(solver, code, "conjugate gradients") : VF_OK;
  bool done = false;
  if (!status) status = note(solver, p, norm, &done);
  while (!done && !status) {
    code = vf_conjugate_gradients_step(solver, &state, &norm);
    status = code ? vf_solver_status(solver, code, "conjugate gradients") : note(solver, p, norm, &done);
  }
  if (status && status != VF_ERROR_STAGNATED) return status;
  code = vf_conjugate_gradients_end(solver);
  return code ? vf_solver_status(solver, code, "conjugate gradients") : status;
}

/* Right-hand sides of all levels, then the solutions from the coarsest to the finest. */
static vf_status full_start(vf_multigrid *solver, bool walls)
{
  vf_engine *engine = &solver->engine;
  vf_status status = VF_OK;
  int code = 0;
  for (int l = 0; l + 1 < solver->level_count && !code; l++)
    code = engine->call->restrict_rhs(engine, &solver->levels[l], &solver->levels[l + 1]);
  for (int l = 1; l < solver->level_count && walls && !code && !status; l++) status = vf_walls_to_rhs(solver, l);
  if (!status && walls) status = vf_walls_to_rhs(solver, 0);
  if (status) return status;
  return code ? vf_solver_status(solver, code, "the full multigrid start") : vf_cycle_full_start(solver, walls);
}

vf_status vf_iterate(vf_multigrid *solver, bool walls, vf_multigrid_report *report)
{
  vf_engine *engine = &solver->engine;
  vf_level *level = solver->levels;
  const vf_multigrid_options *options = &solver->options;
  progress p = { 0 };
  int code = 0;
  if (solver->cycle.singular) code = vf_cycle_remove_mean(solver, level, level->rhs, &report->rhs_change);
  if (code) return vf_solver_status(solver, code, "the mean of rhs");

  const bool full = options->start == VF_START_FULL && solver->level_count > 1;
  vf_status status = VF_OK;
  if (full) status = full_start(solver, walls);
  else if (walls) status = vf_walls_to_rhs(solver, 0);
  if (!status) {
    code = engine->call->norm(engine, level, level->rhs, &report->rhs_norm);
    if (code) return vf_solver_status(solver, code, "the norm of rhs");
  }
  if (status) return status;
  p.goal = fmax(options->relative * report->rhs_norm, options->absolute);
  const bool from_zero = !full && options->start != VF_START_GUESS;
  status =
      options->method == VF_METHOD_CYCLES ? cycles(solver, from_zero, &p) : conjugate_gradients(solver, from_zero, &p);
  if (status && status != VF_ERROR_STAGNATED) return status;
  report->cycles = p.cycle;
  report->residual = p.residual;
  if (!solver->cycle.singular) return status;
  code = vf_cycle_remove_mean(solver, level, level->phi, NULL);
  return code ? vf_solver_status(solver, code, "the mean of phi") : status;
}
