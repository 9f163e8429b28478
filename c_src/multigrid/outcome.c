#include "outcome.h"

#include <float.h>
#include <math.h>

#include "../core/error.h"
#include "../core/open_contexts.h"
#include "automatic.h"
#include "ranks/ranks.h"

/* Another method is taken if the present one would need more than this part of the cycles that are left. */
static const double most_of_left = 0.75;
/* About the least residual of doubles, over max |rhs|. */
static const double least_goal = 1e-14;
/* With fewer cycles left another method is of no use. */
enum { FEWEST_LEFT = 2 * VF_PATIENCE };

static double of_cycles_ago(const vf_progress *p, int cycles) { return p->recent[(p->cycle - cycles) % VF_REMEMBERED]; }

/* True if another method is left, and the present method, at the rate of its last cycles, does not reach the tolerance in
 * time. Steps of conjugate gradients are uneven, so the rate is taken over more of them. */
static bool is_slow(const vf_multigrid *solver, const vf_progress *p, double residual)
{
  const int method = solver->options.method, cycles = method == VF_METHOD_CYCLES ? VF_PATIENCE : VF_REMEMBERED;
  const int left = solver->options.max_cycles - p->cycle;
  if ((int)vf_automatic_next(solver) == method || p->cycle - p->since < cycles || left < FEWEST_LEFT) return false;
  const double goal = fmax(p->goal, least_goal * p->rhs_norm),
               decay = log(residual / of_cycles_ago(p, cycles)) / cycles;
  return residual > goal && !(decay < 0 && log(goal / residual) / decay <= most_of_left * left);
}

vf_verdict vf_outcome_judge(const vf_multigrid *solver, vf_progress *p, double residual)
{
  if (p->cycle == 0) p->first = residual;
  if (residual <= p->goal) return VF_REACHED;
  /* The residual of the robust method may stand still for a while in this norm; with conjugate gradients the residual
   * may also grow. */
  const bool robust = solver->options.method == VF_METHOD_ROBUST, wanders = robust && !solver->unsymmetric;
  if (!isfinite(residual) || (residual > 1e4 * p->first && !wanders)) return VF_GREW;
  if (!robust && p->cycle - p->since >= VF_PATIENCE && residual > 0.9 * of_cycles_ago(p, VF_PATIENCE)) return VF_STUCK;
  if (p->cycle >= solver->options.max_cycles) return VF_NO_CYCLES_LEFT;
  return is_slow(solver, p, residual) ? VF_SLOW : VF_GO_ON;
}

vf_status vf_outcome_note(const vf_multigrid *solver, vf_progress *p, double residual, vf_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  p->residual = p->recent[p->cycle % VF_REMEMBERED] = residual;
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

int vf_outcome_rounding(vf_multigrid *solver, double rhs_norm, double *rounding)
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

/* A remedy that this solve has not tried yet. */
static const char *advice_for(const vf_multigrid *solver)
{
  const vf_multigrid_options *o = &solver->options, defaults = vf_multigrid_defaults();
  if (solver->automatic && !solver->constant && !vf_automatic_reaches_robust(solver))
    return " Take VF_METHOD_ROBUST: the automatic choice does not come to it over ranks with slabs, or with lines.";
  if (!solver->automatic && (o->method == VF_METHOD_CYCLES || (!solver->constant && o->method != VF_METHOD_ROBUST)))
    return " Take VF_METHOD_AUTO, which goes on with other methods.";
  const bool own_smooths = o->omega != defaults.omega || o->omega_near != defaults.omega_near;
  return own_smooths ? " Take the default omega and omega_near." : "";
}

vf_status vf_outcome_failure(vf_multigrid *solver, const vf_given *given, const vf_progress *p, vf_verdict verdict)
{
  const vf_multigrid_options *options = &solver->options;
  if (!isfinite(p->residual)) return vf_fail_for_strange_numbers(solver, given);
  double rounding = 0;
  const int code = vf_outcome_rounding(solver, p->rhs_norm, &rounding);
  if (code) return vf_solver_status(solver, code, "judging the residual");
  if (p->residual <= rounding)
    return vf_fail(VF_ERROR_STAGNATED,
                   "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates; rounding in double "
                   "leaves about %g, and the tolerance is %g",
                   p->first, p->residual, p->cycle, rounding, p->goal);
  const char *advice = advice_for(solver);
  if (verdict == VF_GREW || p->residual > p->first)
    return vf_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles, which diverge; max |rhs| is %g, and "
        "phi is as it was.%s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  const bool stuck = verdict == VF_STUCK || verdict == VF_SLOW;
  if (stuck && options->start != VF_START_GUESS && p->residual > p->rhs_norm)
    return vf_fail(
        VF_ERROR_DIVERGED,
        "vf_multigrid_solve: the residual went from %g to %g in %d cycles and no further, but phi = 0 leaves "
        "%g; phi is as it was.%s",
        p->first, p->residual, p->cycle, p->rhs_norm, advice);
  if (stuck)
    return vf_fail(VF_ERROR_STAGNATED,
                   "vf_multigrid_solve: the residual went from %g to %g in %d cycles and stagnates above the tolerance "
                   "%g.%s",
                   p->first, p->residual, p->cycle, p->goal, advice);
  return vf_fail(VF_ERROR_STAGNATED,
                 "vf_multigrid_solve: residual %g after %d cycles, from %g; the tolerance is %g. Allow more "
                 "(max_cycles).%s",
                 p->residual, p->cycle, p->first, p->goal, advice);
}
