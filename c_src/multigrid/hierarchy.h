/* The levels of a solver and their memory. */
#ifndef VIEWFAB_MULTIGRID_HIERARCHY_H
#define VIEWFAB_MULTIGRID_HIERARCHY_H

#include "solver_state.h"

/* Device memory, zeroed, that lives as long as the solver. */
vf_status vf_hierarchy_allocate(vf_multigrid *solver, size_t bytes, void **address);

/* The same, with what the host has at `from`, which may change when this returns; what: for the message of an error. */
vf_status vf_hierarchy_upload(vf_multigrid *solver, const void *from, size_t bytes, const char *what, void **address);

/* A field with the strides of a level. */
vf_status vf_hierarchy_field(vf_multigrid *solver, const vf_level *level, int spare_planes, vf_field *field);

/* Makes levels[0] from its extents, widths and numbers and from solver->sides; the coarser ones, from it and from
 * solver->strength; and the coefficients of these, from those of levels[0].
 *
 * Directions are halved one by one: where cells are long, or coefficients small, that direction waits until the others
 * have come up to it. A direction with an odd number of cells has a last coarse cell over one fine cell, and from there
 * on cells of different widths (graded). Levels that have them, or other widths in different directions, are variable,
 * also where the operator has constant coefficients. Their rows are multiplied by the volume of their cell over h[0]
 * h[1] h[2]: a has that factor, and b the area of the face over the distance of the centres beside it, in those units,
 * with a ghost of the width of the cell beside the boundary. That keeps the operator symmetric, and what restriction
 * adds up are integrals. */
vf_status vf_hierarchy_begin(vf_multigrid *solver);
vf_status vf_hierarchy_coarsen(vf_multigrid *solver);
vf_status vf_hierarchy_coefficients(vf_multigrid *solver);

/* Ends the engine's own data of levels[0 .. count - 1]. Returns 0, or the first native code of the engine that is not 0. */
int vf_hierarchy_forget(vf_multigrid *solver, vf_level *levels, int count);

/* Gives everything back. */
vf_status vf_hierarchy_destroy(vf_multigrid *solver);

#endif
