/* The live solvers and their ability to work: a handle may outlive its solver, and a solver its context. */
#ifndef VIEWFAB_MULTIGRID_LIFETIME_H
#define VIEWFAB_MULTIGRID_LIFETIME_H

#include "solver_state.h"

/* Adds a complete solver to the list. */
void vfi_lifetime_begin(vf_multigrid *solver);

/* Called before and after the work of a solver; `function` names the work in messages. vfi_lifetime_enter refuses a
 * destroyed solver, a solver at work (the call comes from its history function or from another thread), and a solver
 * whose context was closed. */
vf_status vfi_lifetime_enter(vf_multigrid *solver, const char *function);
void vfi_lifetime_leave(vf_multigrid *solver);

/* Takes a solver from the list, for its owner to free it. Refuses a destroyed solver and a solver at work. */
vf_status vfi_lifetime_end(vf_multigrid *solver, const char *function);

/* Refuses a destroyed solver. */
vf_status vfi_lifetime_check(const vf_multigrid *solver, const char *function);

#endif
