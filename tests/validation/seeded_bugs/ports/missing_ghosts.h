/* fill_ghosts that fills five of the six faces. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL missing_ghosts
#define VF_SUMMARY "Wrong port: fills the ghost layer except beside the face z high"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field with one ghost layer")                                 \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n)
{
  if (face < 5 && sides.kind[face] != VF_UNFILLED)
    VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, 0);
}
