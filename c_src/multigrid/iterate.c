#include "iterate.h"

#include <math.h>

#include "../core/error.h"
#include "automatic.h"
#include "conjugate_gradients.h"
#include "cycle.h"
#include "hierarchy.h"
#include "outcome.h"
#include "ranks/ranks.h"
#include "resample.h"
#include "single.h"
#include "walls.h"

/* If the recursion has reduced the residual by this factor, its residual shows only rounding. */
static const double reach_of_recursion = 0x1p-40;
/* A recursion that rises by these factors, before the first restart of a solve and after later restarts, may have left
 * the solution. */
static const double risen = 8, risen_again = 2;

/* The last smooths of a cycle, the first smooths of the next cycle and the residual between the cycles go in one
 * call. */
static vf_status double_cycles(vf_multigrid *solver, bool from_zero, vfi_progress *p, vfi_verdict *verdict)
{
  vfi_level *level = solver->levels;
  const vfi_cycle *cycle = &solver->cycle;
  const double *omegas = vfi_level_omegas(level, solver->omegas);
  vfi_level *const coarser = solver->level_count > 1 ? level + 1 : NULL;
  vf_relax steps = { .from_zero = from_zero, .place = cycle->post, .omegas = omegas + cycle->post, .into = coarser };
  if (coarser) steps.count = cycle->pre;
  const vf_status ready = vfi_resample_ready(solver);
  if (ready) return ready;
  for (;;) {
    double norm = 0;
    steps.norm = &norm;
    int code = vfi_cycle_relax(solver, level, &steps);
    *verdict = vfi_outcome_judge(solver, p, norm);
    if (!code && cycle->singular && *verdict != VF_GO_ON) {
      bool was_far = false;
      code = vfi_cycle_centre(solver, &was_far);
      if (!code) code = vfi_cycle_relax(solver, level, &(vf_relax){ .into = coarser, .norm = &norm });
      if (was_far) p->since = p->cycle;
      *verdict = vfi_outcome_judge(solver, p, norm);
    }
    if (code) return vfi_solver_status(solver, code, "a cycle");
    const vf_status status = vfi_outcome_note(solver, p, norm, *verdict);
    if (status || *verdict != VF_GO_ON) return status;
    code = vfi_cycle_run(solver, coarser ? 1 : 0, cycle->kind, coarser != NULL);
    if (!code && cycle->kind == VF_CYCLE_F && solver->level_count > 2)
      code = vfi_cycle_run(solver, 1, VF_CYCLE_V, false);
    if (code) return vfi_solver_status(solver, code, "a cycle");
    steps = (vf_relax){ 0 };
    if (coarser)
      steps = (vf_relax){ .from = coarser, .count = cycle->post + cycle->pre, .omegas = omegas, .into = coarser };
  }
}

static vf_status cycles(vf_multigrid *solver, bool from_zero, vfi_progress *p, vfi_verdict *verdict)
{
  if (solver->single_count == 0) return double_cycles(solver, from_zero, p, verdict);
  const vf_status status = vfi_single_cycles(solver, &from_zero, p, verdict);
  return status || *verdict != VF_GO_ON ? status : double_cycles(solver, from_zero, p, verdict);
}

/* Replaces the residual of the recursion by the residual of the solution itself. Afterwards rhs of the finest level is
 * the right-hand side, and phi the solution. */
static vf_status measure(vf_multigrid *solver, const vfi_given *given, double *norm)
{
  vf_status status = vfi_right_hand_side_again(solver, given);
  if (status) return status;
  int code = vfi_conjugate_gradients_end(solver);
  if (!code && solver->cycle.singular) code = vfi_cycle_remove_mean(solver, solver->levels, solver->levels->phi, NULL);
  if (!code) code = vfi_conjugate_gradients_residual(solver, norm);
  return code ? vfi_solver_status(solver, code, "conjugate gradients") : VF_OK;
}

/* Keeps the solution, or gives the kept solution back. */
static vf_status keep_solution(vf_multigrid *solver, bool back)
{
  vfi_level *level = solver->levels;
  vf_field *saved = &solver->restart_phi;
  if (!saved->at) {
    const vf_status status =
        vfi_ranks_agree(solver, "vf_multigrid_solve", vfi_hierarchy_field(solver, level, 0, saved));
    if (status) *saved = (vf_field){ 0 }; /* all ranks ask for this memory again, or no rank does */
    if (status) return status;
  }
  const int code =
      solver->engine.ops->combine(&solver->engine, level, 1, back ? *saved : level->phi, 0, back ? level->phi : *saved);
  return code ? vfi_solver_status(solver, code, "conjugate gradients") : VF_OK;
}

/* Sets *is to true if the least residual of a recursion is only rounding of the solution. Coarse levels may then make the
 * rounding of the recursion larger from step to step. phi is free between steps. */
static vf_status is_rounding(vf_multigrid *solver, const vfi_progress *p, double least, bool *is)
{
  double rounding = 0;
  const int code = vfi_conjugate_gradients_end(solver);
  if (code) return vfi_solver_status(solver, code, "conjugate gradients");
  const vf_status status = vfi_outcome_rounding(solver, p->rhs_norm, &rounding);
  *is = least <= rounding;
  return status;
}

/* Steps from a solution with a known residual, until the recursion has to be compared with the solution again. */
static vf_status steps_until_restart(vf_multigrid *solver, const vfi_given *given, vfi_progress *p, double *norm,
                                     vfi_verdict *verdict)
{
  const double start = *norm;
  const bool robust = solver->options.method == VF_METHOD_ROBUST;
  const bool later = robust && p->restarts++ > 0;
  const double rise = later ? risen_again : risen;
  double least = start, judged = INFINITY;
  vfi_conjugation state;
  const vf_status saved = later ? keep_solution(solver, false) : VF_OK;
  if (saved) return saved;
  int code = vfi_conjugate_gradients_start(solver, &state, start);
  p->since = p->cycle - 1;
  for (bool measured = false; !measured;) {
    if (!code) code = vfi_conjugate_gradients_step(solver, &state, norm);
    if (code) return vfi_solver_status(solver, code, "conjugate gradients");
    *verdict = vfi_outcome_judge(solver, p, *norm);
    measured = *verdict != VF_GO_ON || *norm < reach_of_recursion * start;
    vf_status status = VF_OK;
    if (robust && !measured && *norm > rise * least && least < judged && state.scale == 1) {
      status = is_rounding(solver, p, least, &measured);
      judged = least;
    }
    least = fmin(least, *norm);
    if (!status && measured) status = measure(solver, given, norm);
    if (status) return status;
    if (measured) {
      const bool slow = *verdict == VF_SLOW;
      *verdict = vfi_outcome_judge(solver, p, *norm);
      if (*verdict == VF_GO_ON || *verdict == VF_STUCK) *verdict = *norm < 0.5 * start ? VF_GO_ON : VF_STUCK;
      if (p->cycle >= solver->options.max_cycles && *verdict == VF_GO_ON) *verdict = VF_NO_CYCLES_LEFT;
      if (slow && *verdict == VF_GO_ON) *verdict = VF_SLOW;
      if (later && !(*norm <= start)) {
        status = keep_solution(solver, true);
        *norm = start;
        if (status) return status;
      }
    }
    status = vfi_outcome_note(solver, p, *norm, *verdict);
    if (status) return status;
  }
  return VF_OK;
}

static vf_status conjugate_gradients(vf_multigrid *solver, const vfi_given *given, bool from_zero, vfi_progress *p,
                                     vfi_verdict *verdict)
{
  const vf_relax clear = { .from_zero = true };
  double norm = 0;
  int code = from_zero ? vfi_cycle_relax(solver, solver->levels, &clear) : 0;
  if (!code) code = vfi_conjugate_gradients_residual(solver, &norm);
  if (code) return vfi_solver_status(solver, code, "conjugate gradients");
  *verdict = vfi_outcome_judge(solver, p, norm);
  vf_status status = vfi_outcome_note(solver, p, norm, *verdict);
  p->restarts = 0;
  while (!status && *verdict == VF_GO_ON) status = steps_until_restart(solver, given, p, &norm, verdict);
  return status;
}

static int restrict_rhs(vfi_engine *engine, vfi_level *fine, vfi_level *coarse)
{
  if (coarse->coarsening.resampled) return engine->ops->restrict_resampled(engine, fine, fine->rhs, coarse);
  return engine->ops->restrict_rhs(engine, fine, coarse);
}

/* Computes the right-hand sides of all levels of a full start, and adds their walls. */
static vf_status right_hand_sides(vf_multigrid *solver, bool full, bool walls)
{
  vfi_engine *engine = &solver->engine;
  vf_status status = VF_OK;
  int code = 0;
  const int last = full ? solver->start_level : 0;
  for (int l = 0; l < last && !code; l++) code = restrict_rhs(engine, &solver->levels[l], &solver->levels[l + 1]);
  for (int l = 0; l <= last && walls && !code && !status; l++) status = vfi_walls_to_rhs(solver, l);
  return code ? vfi_solver_status(solver, code, "the full multigrid start") : status;
}

/* Sets the phi from which cycles start, and the norm of rhs. from_zero: phi counts as 0. */
static vf_status start(vf_multigrid *solver, const vfi_given *given, vf_multigrid_report *report, bool *from_zero)
{
  vfi_engine *engine = &solver->engine;
  vfi_level *level = solver->levels;
  const bool walls = given->wall != NULL;
  bool full = solver->options.start == VF_START_FULL && solver->level_count > 1;
  vf_status status = vfi_right_hand_side_read(solver, given, &report->rhs_change, &report->rhs_norm);
  if (!status) status = right_hand_sides(solver, full, walls);
  if (status) return status;
  int code = solver->cycle.singular ? 0 : engine->ops->norm_max(engine, level, level->rhs, &report->rhs_norm);
  if (code) return vfi_solver_status(solver, code, "the norm of rhs");
  if (!isfinite(report->rhs_norm)) return vfi_fail_for_strange_numbers(solver, given);
  /* The solution is 0 then, and no cycles come as near to 0 from elsewhere. */
  const bool zero = report->rhs_norm == 0;
  *from_zero = zero || (!full && solver->options.start != VF_START_GUESS);
  if (full && !zero) return vfi_cycle_full_start(solver, walls);
  if (*from_zero || !solver->cycle.singular) return VF_OK;
  for (int pass = 0; pass < 2 && !code; pass++) code = vfi_cycle_remove_mean(solver, level, level->phi, NULL);
  return code ? vfi_solver_status(solver, code, "the mean of phi") : VF_OK;
}

vf_status vfi_iterate(vf_multigrid *solver, const vfi_given *given, vf_multigrid_report *report)
{
  const vf_multigrid_options *options = &solver->options;
  vfi_verdict verdict = VF_GO_ON;
  bool from_zero = false;
  vf_status status = start(solver, given, report, &from_zero);
  vfi_progress p = { .rhs_norm = report->rhs_norm,
                     .goal = fmax(options->relative * report->rhs_norm, options->absolute) };
  while (!status && verdict == VF_GO_ON) {
    status = options->method == VF_METHOD_CYCLES ? cycles(solver, from_zero, &p, &verdict)
                                                 : conjugate_gradients(solver, given, from_zero, &p, &verdict);
    if (!status) status = vfi_automatic_advance(solver, &p, &verdict, &from_zero);
  }
  if (status) return status;
  report->method = options->method;
  report->cycles = p.cycle;
  report->residual = p.residual;
  return verdict == VF_REACHED ? VF_OK : vfi_outcome_failure(solver, given, &p, verdict);
}
