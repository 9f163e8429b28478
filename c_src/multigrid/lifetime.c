#include "lifetime.h"

#include "../core/error.h"
#include "../core/open_contexts.h"

static vf_multigrid *solvers; /* with the lock of contexts and views */

/* The link that leads to a solver, NULL for none. Lock held. */
static vf_multigrid **link_to(const vf_multigrid *solver)
{
  vf_multigrid **link = &solvers;
  while (*link && *link != solver) link = &(*link)->next;
  return *link ? link : NULL;
}

/* Lock held. */
static vf_status refuse(const vf_multigrid *solver, const char *function, bool busy_too)
{
  if (!solver) return vf_fail(VF_ERROR_NULL, "%s: the solver is not set", function);
  if (!link_to(solver)) return vf_fail(VF_ERROR_NULL, "%s: the solver was destroyed", function);
  if (busy_too && solver->busy)
    return vf_fail(VF_ERROR_STATE,
                   "%s: the solver is in a solve; its own history function, or another thread, cannot use it or end it",
                   function);
  return VF_OK;
}

void vf_lifetime_begin(vf_multigrid *solver)
{
  vf_lock();
  solver->next = solvers;
  solvers = solver;
  vf_unlock();
}

vf_status vf_lifetime_enter(vf_multigrid *solver, const char *function)
{
  vf_lock();
  vf_status status = refuse(solver, function, true);
  if (!status) solver->busy = true;
  vf_unlock();
  if (status || vf_context_is_open(solver->engine.context, solver->context_serial)) return status;
  vf_lifetime_leave(solver);
  return vf_fail(VF_ERROR_STATE,
                 "%s: the solver's context was closed (vf_finalize, vf_context_destroy); destroy the solver, and make "
                 "one in an open context",
                 function);
}

void vf_lifetime_leave(vf_multigrid *solver)
{
  vf_lock();
  solver->busy = false;
  vf_unlock();
}

vf_status vf_lifetime_end(vf_multigrid *solver, const char *function)
{
  vf_lock();
  const vf_status status = refuse(solver, function, true);
  if (!status) *link_to(solver) = solver->next;
  vf_unlock();
  return status;
}

vf_status vf_lifetime_check(const vf_multigrid *solver, const char *function)
{
  vf_lock();
  const vf_status status = refuse(solver, function, false);
  vf_unlock();
  return status;
}
