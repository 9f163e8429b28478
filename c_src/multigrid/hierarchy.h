/* The levels of a solver and their memory. */
#ifndef VIEWFAB_MULTIGRID_HIERARCHY_H
#define VIEWFAB_MULTIGRID_HIERARCHY_H

#include "solver_state.h"

/* Device memory, zeroed, that lives as long as the solver. */
vf_status vf_hierarchy_allocate(vf_multigrid *solver, size_t bytes, void **address);

/* A field with the strides of a level. */
vf_status vf_hierarchy_field(vf_multigrid *solver, const vf_level *level, int spare_planes, vf_field *field);

/* Makes levels[0 ..] from extents, widths and numbers of levels[0] and from solver->sides. */
vf_status vf_hierarchy_create(vf_multigrid *solver);

/* Gives everything back. */
vf_status vf_hierarchy_destroy(vf_multigrid *solver);

#endif
