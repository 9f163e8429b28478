/* fill_ghosts with kinds and distances of the two faces in each direction exchanged. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL swapped_walls
#define VF_SUMMARY "Wrong port: fills the ghost layer, at each low face as the high one would be and the reverse"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field with one ghost layer")                                 \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n)
{
  vf_boundary exchanged = sides;
  for (int d = 0; d < 3; d++) {
    exchanged.kind[d] = sides.kind[d + 3];
    exchanged.kind[d + 3] = sides.kind[d];
    exchanged.distance[d] = sides.distance[d + 3];
    exchanged.distance[d + 3] = sides.distance[d];
  }
  if (exchanged.kind[face] != VF_UNFILLED)
    VF_AT(x, i, j, k, n) = vf_ghost_value(x, exchanged, box, face, i, j, k, n, 0);
}
