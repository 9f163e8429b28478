/* A plane has no ghosts in k; its corners lie beyond two faces. */
#define VF_KERNEL plane_images
#define VF_SUMMARY "x(ghost) = sign x(image), and the level that follows j"
#define VF_RANK 2
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                       \
  UPDATE(real, x, same, reach(0), "field in a plane, with its ghosts") \
  READ(real, level, along(j), reach(0), "added, by j; with ghosts")    \
  VALUE(int, layers, "layers of ghosts")                               \
  VALUE(boundary, sides, "kind of each face; those in z do not count") \
  VALUE(int3, nodal, "where x is on nodes")

VF_BODY(i, j, n)
{
  VF_AT(x, i, j, n) = VF_IMAGE_SIGN * VF_AT(x, VF_IMAGE, n) + VF_AT(level, j) - VF_AT(level, VF_IMAGE_IN(1));
}
