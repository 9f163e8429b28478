/* Solvers for the ranks of a layout. */
#ifndef VIEWFAB_MULTIGRID_CREATE_LAYOUT_H
#define VIEWFAB_MULTIGRID_CREATE_LAYOUT_H

#include "../make.h"

/* vf_multigrid_create over the ranks of a layout. Collective.
 *   status  of the caller's check of the arguments, with its text as the last error: a refusal is agreed with the others
 *   others  as in solver.h. solver may be NULL, with a status */
vf_status vfi_multigrid_create_over_ranks(vf_layout *layout, const vfi_operator *op, const vf_boundary *sides,
                                          const vf_multigrid_options *options, vf_status status, vf_multigrid **solver);

#endif
