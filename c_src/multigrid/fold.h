/* Coefficients of faces at the boundary, folded into the coefficients of the cells. */
#ifndef VIEWFAB_MULTIGRID_FOLD_H
#define VIEWFAB_MULTIGRID_FOLD_H

#include "solver_state.h"

/* A ghost that is w times the cell beside it takes part only in the row of this cell: dh b (x - w x). On all levels the
 * function adds dh b (1 - w) to a and sets b to 0. So the plain formula has the whole diagonal at no cost. If w is
 * negative, the function folds only a third of both, and the plain formula over-relaxes a little. First, a is
 * multiplied by alpha. The function keeps the old b of Dirichlet faces for values on walls. Called once, when all
 * levels have their coefficients. */
vf_status vfi_fold_coefficients(vf_multigrid *solver);

/* True if vfi_fold_coefficients folds a face of the variable operator. */
bool vfi_folds_face(const vfi_level *level, int face);

/* The level with the old b of a face, before folding, for add_on_face. */
vfi_level vfi_level_unfolded(const vf_multigrid *solver, int l, int face);

#endif
