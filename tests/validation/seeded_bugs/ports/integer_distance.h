/* fill_ghosts that cuts the distance of the walls to an integer. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL integer_distance
#define VF_SUMMARY "Wrong port: fills the ghost layer for walls at a distance that is cut to an integer"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, x, same, reach(0), "field with one ghost layer")                                 \
  VALUE (boundary, sides, "kind of each face, order of the polynomial, distance of the walls")

VF_BODY(i, j, k, n)
{
  vf_boundary whole = sides;
  whole.distance[face] = (int)sides.distance[face];
  if (sides.kind[face] != VF_UNFILLED)
    VF_AT(x, i, j, k, n) = vf_ghost_value(x, whole, box, face, i, j, k, n, 0);
}
