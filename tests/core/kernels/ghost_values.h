/* Ghost values as in kit/ghost_value.h, also of faces without a kind. */
#include <viewfab/kit/ghost_value.h>

#define VF_KERNEL ghost_values
#define VF_SUMMARY "x = its ghost's value where walls have the value 0.5"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)              \
  UPDATE(real, x, same, reach(0), "field with a ghost layer") \
  VALUE(boundary, sides, "kind of each face")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = vf_ghost_value(x, sides, box, face, i, j, k, n, (real)0.5); }
