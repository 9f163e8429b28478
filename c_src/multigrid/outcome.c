#include "outcome.h"

#include <float.h>
#include <math.h>

#include "../core/error.h"
#include "../core/open_contexts.h"
#include "ranks/ranks.h"

vf_verdict vf_outcome_judge(const vf_multigrid *solver, vf_progress *p, double residual)
{
  if (p->cycle == 0) p->first = residual;
  if (residual <= p->goal) return VF_REACHED;
  const bool wanders = solver->options.method == VF_METHOD_ROBUST; /* conjugate gradients may, in this norm */
  if (!isfinite(residual) || (residual > 1e4 * p->first && !wanders)) return VF_GREW;
  if (!wanders && p->cycle - p->since >= VF_PATIENCE && residual > 0.9 * p->recent[p->cycle % VF_PATIENCE])
    return VF_STUCK;
  return p->cycle >= solver->options.max_cycles ? VF_NO_CYCLES_LEFT : VF_GO_ON;
}

vf_status vf_outcome_note(const vf_multigrid *solver, vf_progress *p, double residual, vf_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  p->residual = p->recent[p->cycle % VF_PATIENCE] = residual;
  if (options->history) {
    options->history(p->cycle, residual, options->history_data);
    if (!vf_context_is_open(solver->engine.context, solver->context_serial))
      return vf_fail(VF_ERROR_STATE, "vf_multigrid_solve: the history function closed the solver's context");
  }
  if (verdict == VF_GO_ON) p->cycle++;
  return VF_OK;
}

/* max |c| over cells and faces of a coefficient. */
static int largest(vf_multigrid *solver, vf_field coefficient, int direction, double *value)
{
  vf_level level = solver->levels[0];
  if (direction >= 0) level.n[direction]++;
  return solver->engine.call->norm(&solver->engine, &level, coefficient, value);
}

/* About what rounding leaves of a residual, whatever is done: that of the terms of L phi and of rhs. */
static int rounding_of(vf_multigrid *solver, double rhs_norm, double *rounding)
{
  vf_level *level = &solver->levels[0];
  const double *h = level->h;
  double phi = 0, weight = 0;
  int code = solver->engine.call->norm(&solver->engine, level, level->phi, &phi);
  for (int d = 0; d < 3; d++) weight += 4 / (h[d] * h[d]);
  if (level->variable) {
    const vf_field faces[3] = { level->bx, level->by, level->bz };
    double value = 0;
    if (!code) code = largest(solver, level->a, -1, &value);
    weight = fabs(level->alpha) * value;
    for (int d = 0; d < 3 && !code; d++) {
      code = largest(solver, faces[d], d, &value);
      weight += 4 * fabs(level->beta) * value / (h[d] * h[d]);
    }
  }
  *rounding = 4 * DBL_EPSILON * (rhs_norm + weight * phi);
  return code;
}

vf_status vf_outcome_failure(vf_multigrid *solver, const vf_given *given, const vf_progress *p, vf_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  if (!isfinite(p->residual)) return vf_fail_for_strange_numbers(solver, given);
  double rounding = 0;
  const int code = rounding_of(solver, p->rhs_norm, &rounding);
  if (code) return vf_solver_status(solver, code, "judging the residual");
  if (p->residual <= rounding)
    return vf_fail(VF_ERROR_STAGNATED,
                   "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates; rounding in double "
                   "leaves about %g, and the tolerance is %g",
                   p->first, p->residual, p->cycle, rounding, p->goal);
  const char *advice =
      options->method == VF_METHOD_CYCLES
          ? "Take VF_METHOD_CONJUGATE_GRADIENTS, VF_METHOD_ROBUST where coefficients jump, or smooth more "
            "(pre, post), with omega_near = 1"
      : options->method == VF_METHOD_CONJUGATE_GRADIENTS
          ? "Take VF_METHOD_ROBUST where coefficients jump, or smooth more (pre, post)"
          : "Smooth more (pre, post)";
  if (verdict == VF_GREW || p->residual > p->first)
    return vf_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles, which diverge; max |rhs| is %g, and "
        "phi is as it was. %s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  if (verdict == VF_STUCK && options->start != VF_START_GUESS && p->residual > p->rhs_norm)
    return vf_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles and no further, but phi = 0 leaves "
        "%g; phi is as it was. %s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  if (verdict == VF_STUCK)
    return vf_fail(VF_ERROR_STAGNATED,
                   "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates above the tolerance "
                   "%g. %s",
                   p->first, p->residual, p->cycle, p->goal, advice);
  return vf_fail(VF_ERROR_STAGNATED,
                 "vf_multigrid_solve: residual %g after %d cycles, from %g; the tolerance is %g. Allow more "
                 "(max_cycles). %s",
                 p->residual, p->cycle, p->first, p->goal, advice);
}
