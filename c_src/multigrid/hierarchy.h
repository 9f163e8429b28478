/* The levels of a solver and their memory. */
#ifndef VIEWFAB_MULTIGRID_HIERARCHY_H
#define VIEWFAB_MULTIGRID_HIERARCHY_H

#include "solver_state.h"

/* Device memory, zeroed, that lives as long as the solver. */
vf_status vfi_hierarchy_allocate(vf_multigrid *solver, size_t bytes, void **address);

/* The same, with a copy of the bytes at `from` on the host; `from` may change when the function returns.
 *   what  names the copy in the message of an error */
vf_status vfi_hierarchy_upload(vf_multigrid *solver, const void *from, size_t bytes, const char *what, void **address);

/* A field with the strides of a level. */
vf_status vfi_hierarchy_field(vf_multigrid *solver, const vfi_level *level, int spare_planes, vf_field *field);

/* Make levels[0] from its extents, widths and numbers and from solver->sides; the coarser levels from levels[0] and
 * solver->strength; and the coefficients of the coarser levels from the coefficients of levels[0].
 *
 * Directions are halved independently: a direction with long cells or small coefficients waits until the couplings of
 * the others are as weak. A direction with an odd number of cells has a last coarse cell over one fine cell, and from
 * this level on cells of different widths (graded). Levels with cells of different widths, or with other widths in
 * different directions, are variable or anisotropic, even if the operator has constant coefficients; only levels with
 * lines stay constant. Rows of variable levels are multiplied by the volume of their cell over h[0] h[1] h[2], which is
 * 1 for equal cells: a has this factor, and b is the area of the face over the distance of the centres beside it, in
 * the same units. A ghost is as wide as the cell beside the boundary. This keeps the operator symmetric, and
 * restriction adds up integrals. */
vf_status vfi_hierarchy_begin(vf_multigrid *solver);
vf_status vfi_hierarchy_coarsen(vf_multigrid *solver);
vf_status vfi_hierarchy_coefficients(vf_multigrid *solver);

/* True if the level below levels[0] halves all directions. */
bool vfi_hierarchy_halves_all(const vf_multigrid *solver);

/* Makes levels[0] of a cut finest level anew, as a level with all planes on this rank. Its fields are zeroed. */
vf_status vfi_hierarchy_uncut(vf_multigrid *solver);

/* Gives back the memory that was taken after the first `kept` blocks. The device has done all work with this memory.
 * Returns 0, or the first native code other than 0. */
int vfi_hierarchy_give_back(vf_multigrid *solver, int kept);

/* Ends the engine's own data of levels[0 .. count - 1]. Returns 0, or the first native code of
 * the engine other than 0. */
int vfi_hierarchy_forget(vf_multigrid *solver, vfi_level *levels, int count);

/* Gives all memory and engine data of the levels back. */
vf_status vfi_hierarchy_destroy(vf_multigrid *solver);

#endif
