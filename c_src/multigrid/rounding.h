/* The residual that rounding leaves with any method. */
#ifndef VIEWFAB_MULTIGRID_ROUNDING_H
#define VIEWFAB_MULTIGRID_ROUNDING_H

#include "solver_state.h"

/* The largest over the cells of the finest level: the sizes of all terms of L phi in a cell, and of its rhs, added up. The
 * level has fields of coefficients. Collective over ranks. */
vf_status vfi_rounding_sizes(vf_multigrid *solver, double *most);

#endif
