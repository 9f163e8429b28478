/* Which solvers there are, and whether they can work: a handle may outlive its solver, and a solver its context. */
#ifndef VIEWFAB_MULTIGRID_LIFETIME_H
#define VIEWFAB_MULTIGRID_LIFETIME_H

#include "solver_state.h"

/* Adds a solver that is ready. */
void vf_lifetime_begin(vf_multigrid *solver);

/* Before and after what a solver does; function names it in messages. Refuses a solver that was destroyed, one that is
 * at work (in whose history function the call is made, or by another thread), and one whose context was closed. */
vf_status vf_lifetime_enter(vf_multigrid *solver, const char *function);
void vf_lifetime_leave(vf_multigrid *solver);

/* Takes a solver from the list, for its owner to free it; refuses the first two of these. */
vf_status vf_lifetime_end(vf_multigrid *solver, const char *function);

/* Whether it was not destroyed. */
vf_status vf_lifetime_check(const vf_multigrid *solver, const char *function);

#endif
