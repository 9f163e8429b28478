/* fill_halo that treats nodes as cells at low walls in y. */
#define VF_KERNEL mirrored_about_cells
#define VF_SUMMARY "Wrong port: fill_halo that takes nodes for cells at low walls in y"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  UPDATE(real, x, same, reach(0), "field with its ghosts")  \
  VALUE (int, layers, "layers of ghosts")                   \
  VALUE (boundary, sides, "kind of each face")              \
  VALUE (int3, nodal, "directions in which x is on nodes")

VF_BODY(i, j, k, n)
{
  const int below = VF_BEYOND(1) < 0 && nodal.at[1] && VF_BEYOND(0) == 0 && VF_BEYOND(2) == 0;
  VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN * (below ? VF_AT(x, i, 2 * box.lower[1] - 1 - j, k, n) : VF_AT(x, VF_IMAGE, n));
}
