/* applybc3dgen with boundary values and without masks, for the six faces at once. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL fill_ghosts_to
#define VF_SUMMARY "Fills the ghost layer so that the field has given values on Dirichlet walls: c_wall wall + sum_m c_m x(m); other kinds of faces as in fill_ghosts"
#define VF_POINTS ghosts
#define VF_GHOSTS filled(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field with one ghost layer; edges and corners of the layer stay unchanged")   \
  READ  (real, wall, same, reach(0), "value on the wall, in the ghost cell beside the wall; units of x") \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, VF_AT(wall, i, j, k, n)); }
