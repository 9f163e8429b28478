#include "automatic.h"

#include <math.h>

#include "choose_cycle.h"
#include "conjugate_gradients.h"
#include "hierarchy.h"
#include "ranks/ranks.h"
#include "robust/robust.h"
#include "single.h"

/* The robust method needs coefficients, and not too many cells. */
static bool reaches_robust(const vf_multigrid *solver) { return !solver->constant && vfi_robust_takes(solver); }

vf_method vfi_automatic_next(const vf_multigrid *solver)
{
  const vf_method now = (vf_method)solver->options.method;
  if (!solver->automatic) return now;
  if (now == VF_METHOD_CYCLES) return VF_METHOD_CONJUGATE_GRADIENTS;
  return reaches_robust(solver) ? VF_METHOD_ROBUST : now;
}

void vfi_method_settle(vf_multigrid *solver)
{
  vf_multigrid_options *o = &solver->options;
  solver->automatic = solver->automatic || o->method == VF_METHOD_AUTO;
  if (o->method == VF_METHOD_AUTO) o->method = VF_METHOD_CYCLES;
  if (o->method == VF_METHOD_ROBUST && solver->constant) o->method = VF_METHOD_CONJUGATE_GRADIENTS;
  solver->robust = o->method == VF_METHOD_ROBUST;
  if (solver->robust) {
    /* Conjugate gradients need a symmetric cycle if the cycle is a poor approximation of the inverse. */
    const int fewer = o->pre < o->post ? o->pre : o->post;
    o->pre = o->post = fewer > 0 ? fewer : 1;
    /* There are no coarser levels of right-hand sides for a full start. */
    if (o->start == VF_START_FULL) o->start = VF_START_ZERO;
  }
  const bool singular = solver->cycle.singular;
  solver->cycle = (vfi_cycle){ .kind = o->cycle,
                               .pre = o->pre,
                               .post = o->post,
                               .omega = o->omega,
                               .near = o->omega_near,
                               .bottom_smooths = o->bottom_smooths,
                               .singular = singular };
  vfi_cycle_omegas(&solver->cycle, solver->omegas);
}

/* The smooths of the robust method are by points. A finest level for lines has the same fields as a finest level for points,
 * but no spare planes for smooths of floats, which write beside their input. */
static void forget_lines(vf_multigrid *solver)
{
  if (solver->lines == 0) return;
  solver->lines = 0;
  solver->levels[0].lines = (vfi_lines){ 0 };
  solver->options.precision = VF_PRECISION_DOUBLE;
}

/* The robust method makes its own coarser levels from the coefficients of the whole finest level. Boundaries are folded
 * into these coefficients already, but folding changes no element of the operator's matrix. */
static vf_status make_robust(vf_multigrid *solver)
{
  vfi_level *finest = &solver->levels[0];
  solver->options.method = VF_METHOD_ROBUST;
  solver->level_count = 1;
  solver->single_count = 0;
  solver->levels[1] = (vfi_level){ 0 };
  finest->omegas = NULL;
  forget_lines(solver);
  vfi_method_settle(solver);
  vfi_choose_cycle(solver);
  vf_status status = vfi_robust_make(solver);
  if (!status) status = vfi_single_make(solver);
  return status ? status : vfi_conjugate_gradients_allocate(solver);
}

static vf_status make_conjugate(vf_multigrid *solver)
{
  solver->options.method = VF_METHOD_CONJUGATE_GRADIENTS;
  return vfi_conjugate_gradients_allocate(solver);
}

/* Ends the levels of cycles that the robust method does not use: the coarser levels, and the slab of a cut finest level.
 * Their memory stays until the solver is destroyed. */
static vf_status end_levels(vf_multigrid *solver, vf_multigrid *before)
{
  const int first = before->levels[0].slab ? 0 : 1;
  vfi_ranks_united(solver);
  const int code = vfi_hierarchy_forget(solver, before->levels + first, before->level_count - first);
  return code ? vfi_solver_status(solver, code, "giving back levels") : VF_OK;
}

/* Puts the solver back to the state before a change of the method that failed. A failure to give memory back adds nothing
 * to the failure of the change. */
static void undo(vf_multigrid *solver, const vf_multigrid *before)
{
  const vfi_engine *engine = &solver->engine;
  vf_multigrid failed = *solver;
  (void)engine->backend->queue_wait(engine->queue);
  if (before->levels[0].slab && !failed.levels[0].slab) (void)vfi_hierarchy_forget(solver, failed.levels, 1);
  (void)vfi_hierarchy_give_back(solver, before->block_count);
  *solver = *before;
  solver->blocks = failed.blocks;
}

/* Prepares the solver for the next method. A failure leaves the solver unchanged. */
static vf_status take(vf_multigrid *solver, vf_method next)
{
  vf_multigrid before = *solver;
  const bool robust = next == VF_METHOD_ROBUST;
  vf_status status = robust ? vfi_ranks_unite(solver, "vf_multigrid_solve") : VF_OK;
  /* Ranks that fail to unite have told each other, or cannot go on. */
  if (!status)
    status = vfi_ranks_agree(solver, "vf_multigrid_solve", robust ? make_robust(solver) : make_conjugate(solver));
  if (!status) return robust ? end_levels(solver, &before) : VF_OK;
  undo(solver, &before);
  return status;
}

vf_status vfi_automatic_advance(vf_multigrid *solver, vfi_progress *p, vfi_verdict *verdict, bool *from_zero)
{
  const vf_method next = vfi_automatic_next(solver);
  const bool gives_up = *verdict == VF_GREW || *verdict == VF_STUCK || *verdict == VF_SLOW;
  const vf_multigrid_options *options = &solver->options;
  if (!gives_up || p->cycle >= options->max_cycles || (int)next == options->method || !isfinite(p->first)) return VF_OK;
  if (*verdict == VF_STUCK && isfinite(p->residual)) {
    double rounding = 0;
    const vf_status judged = vfi_outcome_rounding(solver, p->rhs_norm, &rounding);
    if (judged) return judged;
    if (p->residual <= rounding) return VF_OK;
  }
  const vf_status status = take(solver, next);
  if (status) return status;
  *from_zero = !(p->residual <= p->rhs_norm);
  p->first = fmax(p->first, p->rhs_norm); /* of phi = 0 */
  p->since = ++p->cycle;
  *verdict = VF_GO_ON;
  return VF_OK;
}
