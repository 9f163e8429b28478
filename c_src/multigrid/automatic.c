#include "automatic.h"

#include <math.h>

#include "choose_cycle.h"
#include "conjugate_gradients.h"
#include "hierarchy.h"
#include "ranks/ranks.h"
#include "robust/robust.h"
#include "single.h"

bool vf_automatic_reaches_robust(const vf_multigrid *solver)
{
  return !solver->constant && !solver->levels[0].slab && solver->lines == 0;
}

vf_method vf_automatic_next(const vf_multigrid *solver)
{
  const vf_method now = (vf_method)solver->options.method;
  if (!solver->automatic) return now;
  if (now == VF_METHOD_CYCLES) return VF_METHOD_CONJUGATE_GRADIENTS;
  return vf_automatic_reaches_robust(solver) ? VF_METHOD_ROBUST : now;
}

void vf_method_settle(vf_multigrid *solver)
{
  vf_multigrid_options *o = &solver->options;
  solver->automatic = solver->automatic || o->method == VF_METHOD_AUTO;
  if (o->method == VF_METHOD_AUTO) o->method = VF_METHOD_CYCLES;
  if (o->method == VF_METHOD_ROBUST && solver->constant) o->method = VF_METHOD_CONJUGATE_GRADIENTS;
  solver->robust = o->method == VF_METHOD_ROBUST;
  if (solver->robust) {
    /* Conjugate gradients need a symmetric cycle if it is a poor approximation of the inverse. */
    const int fewer = o->pre < o->post ? o->pre : o->post;
    o->pre = o->post = fewer > 0 ? fewer : 1;
    /* There are no coarser levels of right-hand sides for a full start. */
    if (o->start == VF_START_FULL) o->start = VF_START_ZERO;
  }
  const bool singular = solver->cycle.singular;
  solver->cycle = (vf_cycle){ .kind = o->cycle,
                              .pre = o->pre,
                              .post = o->post,
                              .omega = o->omega,
                              .near = o->omega_near,
                              .bottom_smooths = o->bottom_smooths,
                              .singular = singular };
  vf_cycle_omegas(&solver->cycle, solver->omegas);
}

/* The robust method makes coarser levels of its own from the coefficients of the finest level. Boundaries are folded into
 * these coefficients already, which changes no element of the operator's matrix. */
static vf_status make_robust(vf_multigrid *solver)
{
  vf_level *finest = &solver->levels[0];
  solver->options.method = VF_METHOD_ROBUST;
  solver->level_count = 1;
  solver->single_count = 0;
  solver->levels[1] = (vf_level){ 0 };
  finest->omegas = NULL;
  vf_method_settle(solver);
  vf_choose_cycle(solver);
  vf_status status = vf_robust_make(solver);
  if (!status) status = vf_single_make(solver);
  return status ? status : vf_conjugate_gradients_allocate(solver);
}

static vf_status make_conjugate(vf_multigrid *solver)
{
  solver->options.method = VF_METHOD_CONJUGATE_GRADIENTS;
  return vf_conjugate_gradients_allocate(solver);
}

/* Ends the coarser levels of cycles, which the robust method does not use. Their memory stays until the solver is
 * destroyed. */
static vf_status end_coarser(vf_multigrid *solver, vf_multigrid *before)
{
  const int code = vf_hierarchy_forget(solver, before->levels + 1, before->level_count - 1);
  return code ? vf_solver_status(solver, code, "giving back levels") : VF_OK;
}

/* Prepares the solver for the next method. A failure leaves the solver as it was, but for memory that the solver gives
 * back when it is destroyed. */
static vf_status take(vf_multigrid *solver, vf_method next)
{
  vf_multigrid before = *solver;
  vf_status status = next == VF_METHOD_ROBUST ? make_robust(solver) : make_conjugate(solver);
  status = vf_ranks_agree(solver, "vf_multigrid_solve", status);
  if (!status) return next == VF_METHOD_ROBUST ? end_coarser(solver, &before) : VF_OK;
  before.blocks = solver->blocks;
  before.block_count = solver->block_count;
  before.bytes = solver->bytes;
  *solver = before;
  return status;
}

vf_status vf_automatic_advance(vf_multigrid *solver, vf_progress *p, vf_verdict *verdict, bool *from_zero)
{
  const vf_method next = vf_automatic_next(solver);
  const bool gives_up = *verdict == VF_GREW || *verdict == VF_STUCK || *verdict == VF_SLOW;
  const vf_multigrid_options *options = &solver->options;
  if (!gives_up || p->cycle >= options->max_cycles || (int)next == options->method || !isfinite(p->first)) return VF_OK;
  if (*verdict == VF_STUCK && isfinite(p->residual)) {
    double rounding = 0;
    const int code = vf_outcome_rounding(solver, p->rhs_norm, &rounding);
    if (code) return vf_solver_status(solver, code, "judging the residual");
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
