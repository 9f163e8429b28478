/* Widths of the cells of levels, and coarsenings between levels whose cells are not halved in all directions. */
#ifndef VIEWFAB_MULTIGRID_COARSENING_H
#define VIEWFAB_MULTIGRID_COARSENING_H

#include "solver_state.h"

/* Sets the widths of levels[0]: the options' widths in units of the widest cell, whose width becomes h; without widths
 * in the options all widths are 1. */
vf_status vfi_widths_given(vf_multigrid *solver);

/* Computes the widths of levels[l] from the widths of levels[l-1] and the coarsening. */
vf_status vfi_widths_coarser(vf_multigrid *solver, int l);

/* Makes the coefficients of levels[l] for an operator with constant coefficients: b of 1 on cells of these widths. */
vf_status vfi_widths_coefficients(vf_multigrid *solver, int l);

/* Put the user's coefficients of levels[0], or its right-hand side, into rows that are multiplied
 * by the volumes of cells. */
vf_status vfi_widths_to_coefficients(vf_multigrid *solver);
vf_status vfi_widths_to_rhs(vf_multigrid *solver);

/* Makes the numbers of the graded coarsening of levels[l] with levels[l-1]. */
vf_status vfi_coarsening_make(vf_multigrid *solver, int l);

/* Makes the parts of x in floats for `level`, the level in single precision of levels[l]; see vfi_coarsening. */
vf_status vfi_coarsening_narrow(vf_multigrid *solver, int l, vfi_level *level);

#endif
