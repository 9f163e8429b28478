#include "iterate.h"

#include <math.h>

#include "../core/error.h"
#include "automatic.h"
#include "conjugate_gradients.h"
#include "cycle.h"
#include "outcome.h"
#include "resample.h"
#include "single.h"
#include "walls.h"

/* Below this part of the residual that it began with, a recursion tells of rounding alone. */
static const double reach_of_recursion = 0x1p-40;

/* Constants are in the kernel of the operator: phi with mean 0, its residual, and whether what was a large constant on
 * phi had left its digits too few to go on. */
static int centre(vf_multigrid *solver, vf_level *into, double *norm, bool *was_far)
{
  vf_level *level = solver->levels;
  double mean = 0, size = 0;
  int code = vf_cycle_remove_mean(solver, level, level->phi, &mean);
  if (!code) code = solver->engine.call->norm(&solver->engine, level, level->phi, &size);
  *was_far = fabs(mean) > size;
  return code ? code : vf_cycle_relax(solver, level, &(vf_relax){ .into = into, .norm = norm });
}

/* The last smooths of a cycle, the first ones of the next and the residual between them go in one call. */
static vf_status double_cycles(vf_multigrid *solver, bool from_zero, vf_progress *p, vf_verdict *verdict)
{
  vf_level *level = solver->levels;
  const vf_cycle *cycle = &solver->cycle;
  const double *omegas = vf_level_omegas(level, solver->omegas);
  vf_level *const coarser = solver->level_count > 1 ? level + 1 : NULL;
  vf_relax steps = { .from_zero = from_zero, .place = cycle->post, .omegas = omegas + cycle->post, .into = coarser };
  if (coarser) steps.count = cycle->pre;
  const vf_status ready = vf_resample_ready(solver);
  if (ready) return ready;
  for (;;) {
    double norm = 0;
    steps.norm = &norm;
    int code = vf_cycle_relax(solver, level, &steps);
    *verdict = vf_outcome_judge(solver, p, norm);
    if (!code && cycle->singular && *verdict != VF_GO_ON) {
      bool was_far = false;
      code = centre(solver, coarser, &norm, &was_far);
      if (was_far) p->since = p->cycle;
      *verdict = vf_outcome_judge(solver, p, norm);
    }
    if (code) return vf_solver_status(solver, code, "a cycle");
    const vf_status status = vf_outcome_note(solver, p, norm, *verdict);
    if (status || *verdict != VF_GO_ON) return status;
    code = vf_cycle_run(solver, coarser ? 1 : 0, cycle->kind, coarser != NULL);
    if (!code && cycle->kind == VF_CYCLE_F && solver->level_count > 2)
      code = vf_cycle_run(solver, 1, VF_CYCLE_V, false);
    if (code) return vf_solver_status(solver, code, "a cycle");
    steps = (vf_relax){ 0 };
    if (coarser)
      steps = (vf_relax){ .from = coarser, .count = cycle->post + cycle->pre, .omegas = omegas, .into = coarser };
  }
}

static vf_status cycles(vf_multigrid *solver, bool from_zero, vf_progress *p, vf_verdict *verdict)
{
  if (solver->single_count == 0) return double_cycles(solver, from_zero, p, verdict);
  const vf_status status = vf_single_cycles(solver, &from_zero, p, verdict);
  return status || *verdict != VF_GO_ON ? status : double_cycles(solver, from_zero, p, verdict);
}

/* The residual of the solution itself in the place of that of the recursion. rhs of the finest level is the right-hand
 * side then, and phi the solution. */
static vf_status measure(vf_multigrid *solver, const vf_given *given, double *norm)
{
  vf_status status = vf_right_hand_side_again(solver, given);
  if (status) return status;
  int code = vf_conjugate_gradients_end(solver);
  if (!code && solver->cycle.singular) code = vf_cycle_remove_mean(solver, solver->levels, solver->levels->phi, NULL);
  if (!code) code = vf_conjugate_gradients_residual(solver, norm);
  return code ? vf_solver_status(solver, code, "conjugate gradients") : VF_OK;
}

/* Steps from a solution whose residual is known, until the recursion has to be compared with the solution again. */
static vf_status leg(vf_multigrid *solver, const vf_given *given, vf_progress *p, double *norm, vf_verdict *verdict)
{
  const double start = *norm;
  vf_conjugation state;
  int code = vf_conjugate_gradients_start(solver, &state, start);
  p->since = p->cycle - 1;
  for (bool measured = false; !measured;) {
    if (!code) code = vf_conjugate_gradients_step(solver, &state, norm);
    if (code) return vf_solver_status(solver, code, "conjugate gradients");
    *verdict = vf_outcome_judge(solver, p, *norm);
    measured = *verdict != VF_GO_ON || *norm < reach_of_recursion * start;
    vf_status status = measured ? measure(solver, given, norm) : VF_OK;
    if (status) return status;
    if (measured) {
      const bool slow = *verdict == VF_SLOW;
      *verdict = vf_outcome_judge(solver, p, *norm);
      if (*verdict == VF_GO_ON || *verdict == VF_STUCK) *verdict = *norm < 0.5 * start ? VF_GO_ON : VF_STUCK;
      if (p->cycle >= solver->options.max_cycles && *verdict == VF_GO_ON) *verdict = VF_NO_CYCLES_LEFT;
      if (slow && *verdict == VF_GO_ON) *verdict = VF_SLOW;
    }
    status = vf_outcome_note(solver, p, *norm, *verdict);
    if (status) return status;
  }
  return VF_OK;
}

static vf_status conjugate_gradients(vf_multigrid *solver, const vf_given *given, bool from_zero, vf_progress *p,
                                     vf_verdict *verdict)
{
  const vf_relax clear = { .from_zero = true };
  double norm = 0;
  int code = from_zero ? vf_cycle_relax(solver, solver->levels, &clear) : 0;
  if (!code) code = vf_conjugate_gradients_residual(solver, &norm);
  if (code) return vf_solver_status(solver, code, "conjugate gradients");
  *verdict = vf_outcome_judge(solver, p, norm);
  vf_status status = vf_outcome_note(solver, p, norm, *verdict);
  while (!status && *verdict == VF_GO_ON) status = leg(solver, given, p, &norm, verdict);
  return status;
}

static int restrict_rhs(vf_engine *engine, vf_level *fine, vf_level *coarse)
{
  if (coarse->joint.resampled) return engine->call->restrict_resampled(engine, fine, fine->rhs, coarse);
  return engine->call->restrict_rhs(engine, fine, coarse);
}

/* Right-hand sides of all levels of a full start, and their walls. */
static vf_status right_hand_sides(vf_multigrid *solver, bool full, bool walls)
{
  vf_engine *engine = &solver->engine;
  vf_status status = VF_OK;
  int code = 0;
  const int last = full ? solver->start_level : 0;
  for (int l = 0; l < last && !code; l++) code = restrict_rhs(engine, &solver->levels[l], &solver->levels[l + 1]);
  for (int l = 0; l <= last && walls && !code && !status; l++) status = vf_walls_to_rhs(solver, l);
  return code ? vf_solver_status(solver, code, "the full multigrid start") : status;
}

/* phi that cycles start from, and the norm that they are measured by. from_zero: phi counts as 0. */
static vf_status start(vf_multigrid *solver, const vf_given *given, vf_multigrid_report *report, bool *from_zero)
{
  vf_engine *engine = &solver->engine;
  vf_level *level = solver->levels;
  const bool walls = given->wall != NULL;
  bool full = solver->options.start == VF_START_FULL && solver->level_count > 1;
  vf_status status = vf_right_hand_side_read(solver, given, &report->rhs_change, &report->rhs_norm);
  if (!status) status = right_hand_sides(solver, full, walls);
  if (status) return status;
  int code = solver->cycle.singular ? 0 : engine->call->norm(engine, level, level->rhs, &report->rhs_norm);
  if (code) return vf_solver_status(solver, code, "the norm of rhs");
  if (!isfinite(report->rhs_norm)) return vf_fail_for_strange_numbers(solver, given);
  /* 0 is the solution then, and no cycles come as near to it from elsewhere. */
  const bool zero = report->rhs_norm == 0;
  *from_zero = zero || (!full && solver->options.start != VF_START_GUESS);
  if (full && !zero) return vf_cycle_full_start(solver, walls);
  if (*from_zero || !solver->cycle.singular) return VF_OK;
  for (int pass = 0; pass < 2 && !code; pass++) code = vf_cycle_remove_mean(solver, level, level->phi, NULL);
  return code ? vf_solver_status(solver, code, "the mean of phi") : VF_OK;
}

vf_status vf_iterate(vf_multigrid *solver, const vf_given *given, vf_multigrid_report *report)
{
  const vf_multigrid_options *options = &solver->options;
  vf_verdict verdict = VF_GO_ON;
  bool from_zero = false;
  vf_status status = start(solver, given, report, &from_zero);
  vf_progress p = { .rhs_norm = report->rhs_norm,
                    .goal = fmax(options->relative * report->rhs_norm, options->absolute) };
  while (!status && verdict == VF_GO_ON) {
    status = options->method == VF_METHOD_CYCLES ? cycles(solver, from_zero, &p, &verdict)
                                                 : conjugate_gradients(solver, given, from_zero, &p, &verdict);
    if (!status) status = vf_automatic_advance(solver, &p, &verdict, &from_zero);
  }
  if (status) return status;
  report->method = options->method;
  report->cycles = p.cycle;
  report->residual = p.residual;
  return verdict == VF_REACHED ? VF_OK : vf_outcome_failure(solver, given, &p, verdict);
}
