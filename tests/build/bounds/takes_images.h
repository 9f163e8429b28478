/* Right: a ghost is filled from its image. */
#define VF_KERNEL takes_images
#define VF_SUMMARY "x(ghost) = sign x(image)"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                \
  UPDATE(real, x, same, reach(0), "field with its ghosts")      \
  VALUE (int, layers, "layers of ghosts")                       \
  VALUE (boundary, sides, "kind of each face")                  \
  VALUE (int3, nodal, "directions in which x is on nodes")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN * VF_AT(x, VF_IMAGE, n); }
