#include "outcome.h"

#include <float.h>
#include <math.h>

#include "../core/context.h"
#include "../core/error.h"
#include "automatic.h"
#include "ranks/ranks.h"
#include "rounding.h"

/* Another method is taken if the present method would need more than this part of the remaining cycles. */
static const double most_of_left = 0.75;
/* About the least residual of doubles, over max |rhs|. */
static const double least_goal = 1e-14;
/* With fewer cycles left another method is of no use. */
enum { FEWEST_LEFT = 2 * VF_PATIENCE };

static double of_cycles_ago(const vfi_progress *p, int cycles)
{
  return p->recent[(p->cycle - cycles) % VF_REMEMBERED];
}

/* True if another method is left, and the present method, at the rate of its last cycles, does not reach the tolerance
 * in time. Steps of conjugate gradients are uneven, so the rate is taken over more steps. */
static bool is_slow(const vf_multigrid *solver, const vfi_progress *p, double residual)
{
  const int method = solver->options.method, cycles = method == VF_METHOD_CYCLES ? VF_PATIENCE : VF_REMEMBERED;
  const int left = solver->options.max_cycles - p->cycle;
  if ((int)vfi_automatic_next(solver) == method || p->cycle - p->since < cycles || left < FEWEST_LEFT) return false;
  const double goal = fmax(p->goal, least_goal * p->rhs_norm),
               decay = log(residual / of_cycles_ago(p, cycles)) / cycles;
  return residual > goal && !(decay < 0 && log(goal / residual) / decay <= most_of_left * left);
}

vfi_verdict vfi_outcome_judge(const vf_multigrid *solver, vfi_progress *p, double residual)
{
  if (p->cycle == 0) p->first = residual;
  if (residual <= p->goal) return VF_REACHED;
  /* The residual of the robust method may stand still for a while in this norm; with conjugate gradients
   * the residual may also grow. */
  const bool robust = solver->options.method == VF_METHOD_ROBUST, wanders = robust && !solver->unsymmetric;
  if (!isfinite(residual) || (residual > 1e4 * p->first && !wanders)) return VF_GREW;
  if (!robust && p->cycle - p->since >= VF_PATIENCE && residual > 0.9 * of_cycles_ago(p, VF_PATIENCE)) return VF_STUCK;
  if (p->cycle >= solver->options.max_cycles) return VF_NO_CYCLES_LEFT;
  return is_slow(solver, p, residual) ? VF_SLOW : VF_GO_ON;
}

vf_status vfi_outcome_note(const vf_multigrid *solver, vfi_progress *p, double residual, vfi_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  p->residual = p->recent[p->cycle % VF_REMEMBERED] = residual;
  if (options->history) {
    options->history(p->cycle, residual, options->history_data);
    if (!vfi_context_is_open(solver->engine.context, solver->context_serial))
      return vfi_fail(VF_ERROR_STATE, "vf_multigrid_solve: the history function closed the solver's context");
  }
  if (verdict == VF_GO_ON) p->cycle++;
  return VF_OK;
}

vf_status vfi_outcome_rounding(vf_multigrid *solver, double rhs_norm, double *rounding)
{
  vfi_level *level = &solver->levels[0];
  const double *h = level->h;
  double phi = 0, weight = 0, most = 0;
  int code = 0;
  if (level->variable) {
    const vf_status status = vfi_rounding_sizes(solver, &most);
    if (status) return status;
  } else {
    code = solver->engine.ops->norm_max(&solver->engine, level, level->phi, &phi);
    for (int d = 0; d < 3; d++) weight += 4 / (h[d] * h[d]);
    most = rhs_norm + weight * phi;
  }
  *rounding = 4 * DBL_EPSILON * most;
  return code ? vfi_solver_status(solver, code, "judging the residual") : VF_OK;
}

/* A remedy that this solve has not tried yet. */
static const char *advice_for(const vf_multigrid *solver)
{
  const vf_multigrid_options *o = &solver->options, defaults = vf_multigrid_defaults();
  if (!solver->automatic && (o->method == VF_METHOD_CYCLES || (!solver->constant && o->method != VF_METHOD_ROBUST)))
    return " Take VF_METHOD_AUTO, which goes on with other methods.";
  const bool own_smooths = o->omega != defaults.omega || o->omega_near != defaults.omega_near;
  return own_smooths ? " Take the default omega and omega_near." : "";
}

vf_status vfi_outcome_failure(vf_multigrid *solver, const vfi_given *given, const vfi_progress *p, vfi_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  if (!isfinite(p->residual)) return vfi_fail_for_strange_numbers(solver, given);
  double rounding = 0;
  const vf_status status = vfi_outcome_rounding(solver, p->rhs_norm, &rounding);
  if (status) return status;
  if (p->residual <= rounding)
    return vfi_fail(
        VF_ERROR_STAGNATED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates; rounding in double "
        "leaves about %g, and the tolerance is %g",
        p->first, p->residual, p->cycle, rounding, p->goal);
  const char *advice = advice_for(solver);
  if (verdict == VF_GREW || p->residual > p->first)
    return vfi_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles, which diverge; max |rhs| is %g, and "
        "phi is as it was.%s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  const bool stuck = verdict == VF_STUCK || verdict == VF_SLOW;
  if (stuck && options->start != VF_START_GUESS && p->residual > p->rhs_norm)
    return vfi_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles and no further, but phi = 0 leaves "
        "%g; phi is as it was.%s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  if (stuck)
    return vfi_fail(
        VF_ERROR_STAGNATED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates above the tolerance "
        "%g.%s",
        p->first, p->residual, p->cycle, p->goal, advice);
  return vfi_fail(VF_ERROR_STAGNATED,
                  "vf_multigrid_solve: residual %g after %d cycles, from %g; the tolerance is %g. Allow more "
                  "(max_cycles).%s",
                  p->residual, p->cycle, p->first, p->goal, advice);
}
