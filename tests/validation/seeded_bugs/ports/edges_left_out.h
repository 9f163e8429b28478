/* fill_halo that leaves edges and corners alone. */
#define VF_KERNEL edges_left_out
#define VF_SUMMARY "Wrong port: fill_halo that leaves edges and corners alone"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  UPDATE(real, x, same, reach(0), "field with its ghosts")  \
  VALUE (int, layers, "layers of ghosts")                   \
  VALUE (boundary, sides, "kind of each face")              \
  VALUE (int3, nodal, "directions in which x is on nodes")

VF_BODY(i, j, k, n)
{
  const int beyond = (VF_BEYOND(0) != 0) + (VF_BEYOND(1) != 0) + (VF_BEYOND(2) != 0);
  if (beyond == 1) VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN * VF_AT(x, VF_IMAGE, n);
}
