#define VF_KERNEL image_layers
#define VF_SUMMARY "x(ghost) = x(image) for nodes"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                       \
  UPDATE(real, x, shared(same), reach(0), "field with its ghosts")     \
  VALUE (int, layers, "layers of ghosts")                              \
  VALUE (boundary, sides, "kind of each face")                         \
  VALUE (int3, nodal, "directions in which x is on nodes")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN * VF_AT(x, VF_IMAGE, n); }
