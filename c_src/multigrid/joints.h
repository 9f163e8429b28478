/* Widths of the cells of levels, and what lies between levels whose cells are not halved in all directions. */
#ifndef VIEWFAB_MULTIGRID_JOINTS_H
#define VIEWFAB_MULTIGRID_JOINTS_H

#include "solver_state.h"

/* Widths of levels[0]: those of the options, in units of the widest, which becomes its h; else all 1. */
vf_status vf_widths_given(vf_multigrid *solver);

/* Widths of levels[l] from those of levels[l-1] and its joint. */
vf_status vf_widths_coarser(vf_multigrid *solver, int l);

/* Coefficients of levels[l] where those of the operator are constant: b is what the widths make of 1. */
vf_status vf_widths_coefficients(vf_multigrid *solver, int l);

/* The user's coefficients of levels[0], or its right-hand side, in rows that are multiplied by the volumes. */
vf_status vf_widths_to_coefficients(vf_multigrid *solver);
vf_status vf_widths_to_rhs(vf_multigrid *solver);

/* The numbers of the graded joint of levels[l] with levels[l-1]. */
vf_status vf_joint_make(vf_multigrid *solver, int l);

/* The parts of x in floats for `level`, that of single precision over levels[l]; see vf_joint. */
vf_status vf_joint_narrow(vf_multigrid *solver, int l, vf_level *level);

#endif
