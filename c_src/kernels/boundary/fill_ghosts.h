/* applybc3dgen without boundary values and masks, for the six faces at once. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL fill_ghosts
#define VF_SUMMARY "Fills the ghost layer beside the faces of a domain whose walls have the value 0: Dirichlet sum_m c_m x(m), Neumann x(0), odd reflection -x(0), periodic x(other side); x(m) is the m-th cell inside"
#define VF_POINTS ghosts
#define VF_GHOSTS filled(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                               \
  UPDATE(real, x, same, reach(0), "field with one ghost layer; edges and corners of the layer stay unchanged") \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, 0); }
