#include "lifetime.h"

#include "../core/context.h"
#include "../core/error.h"

static vf_multigrid *solvers; /* all live solvers; guarded by the lock of contexts and views */

/* The link to a solver; NULL: the solver is not in the list. Lock held. */
static vf_multigrid **link_to(const vf_multigrid *solver)
{
  vf_multigrid **link = &solvers;
  while (*link && *link != solver) link = &(*link)->next;
  return *link ? link : NULL;
}

/* Lock held. */
static vf_status refuse(const vf_multigrid *solver, const char *function, bool busy_too)
{
  if (!solver) return vfi_fail(VF_ERROR_NULL, "%s: the solver is not set", function);
  if (!link_to(solver)) return vfi_fail(VF_ERROR_NULL, "%s: the solver was destroyed", function);
  if (busy_too && solver->busy)
    return vfi_fail(
        VF_ERROR_STATE,
        "%s: the solver is in a solve; its own history function, or another thread, cannot use it or end it", function);
  return VF_OK;
}

void vfi_lifetime_begin(vf_multigrid *solver)
{
  vfi_lock();
  solver->next = solvers;
  solvers = solver;
  vfi_unlock();
}

vf_status vfi_lifetime_enter(vf_multigrid *solver, const char *function)
{
  vfi_lock();
  vf_status status = refuse(solver, function, true);
  if (!status) solver->busy = true;
  vfi_unlock();
  if (status || vfi_context_is_open(solver->engine.context, solver->context_serial)) return status;
  vfi_lifetime_leave(solver);
  return vfi_fail(VF_ERROR_STATE,
                  "%s: the solver's context was closed (vf_finalize, vf_context_destroy); destroy the solver, and make "
                  "one in an open context",
                  function);
}

void vfi_lifetime_leave(vf_multigrid *solver)
{
  vfi_lock();
  solver->busy = false;
  vfi_unlock();
}

vf_status vfi_lifetime_end(vf_multigrid *solver, const char *function)
{
  vfi_lock();
  const vf_status status = refuse(solver, function, true);
  if (!status) *link_to(solver) = solver->next;
  vfi_unlock();
  return status;
}

vf_status vfi_lifetime_check(const vf_multigrid *solver, const char *function)
{
  vfi_lock();
  const vf_status status = refuse(solver, function, false);
  vfi_unlock();
  return status;
}
