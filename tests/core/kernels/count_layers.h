/* Adds to x, so that a second visit of a ghost shows. The sum has the data that a body gets about its ghost. */
#define VF_KERNEL count_layers
#define VF_SUMMARY "x += 1000000 (face + 1) + 10000 (8 + beyond in x) + 100 (8 + beyond in y) + 8 + beyond in z"
#define VF_POINTS ghosts
#define VF_GHOSTS with(faces, edges), depth(layers), nodal(nodal), filled(sides)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)           \
  UPDATE(real, x, same, reach(0), "field with its ghosts") \
  VALUE(int, layers, "depth")                              \
  VALUE(boundary, sides, "which faces are filled")         \
  VALUE(int3, nodal, "where x is on nodes")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) +=
      (real)(1000000 * (face + 1) + 10000 * (8 + VF_BEYOND(0)) + 100 * (8 + VF_BEYOND(1)) + 8 + VF_BEYOND(2));
}
