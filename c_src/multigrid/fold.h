/* Coefficients of faces at the boundary, folded into those of the cells. */
#ifndef VIEWFAB_MULTIGRID_FOLD_H
#define VIEWFAB_MULTIGRID_FOLD_H

#include "solver_state.h"

/* A ghost that is w times the cell beside it takes part in the row of that cell alone: dh b (x - w x). On all levels,
 * dh b (1 - w) goes into a, and b becomes 0, so that the plain formula has the whole diagonal there, at no cost; where
 * w is negative, a third of both, so that it over-relaxes a little. alpha goes into a before. What b was on Dirichlet
 * faces is kept for values on walls. Once, when all levels have their coefficients. */
vf_status vf_fold_coefficients(vf_multigrid *solver);

/* Whether it does that with a face of the variable operator. */
bool vf_folds_face(const vf_level *level, int face);

/* The level with b of a face as it was before, for add_on_face. */
vf_level vf_level_unfolded(const vf_multigrid *solver, int l, int face);

#endif
