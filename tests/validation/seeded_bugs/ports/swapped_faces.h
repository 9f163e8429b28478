/* fill_ghosts with the kinds of the two faces in x exchanged. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL swapped_faces
#define VF_SUMMARY "Wrong port: fills the ghost layer, at x low with the kind of x high and the reverse"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field with one ghost layer")                                 \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n)
{
  vf_boundary exchanged = sides;
  exchanged.kind[0] = sides.kind[3];
  exchanged.kind[3] = sides.kind[0];
  if (exchanged.kind[face] != VF_UNFILLED)
    VF_AT(x, i, j, k, n) = vf_ghost_value(x, exchanged, box, face, i, j, k, n, 0);
}
