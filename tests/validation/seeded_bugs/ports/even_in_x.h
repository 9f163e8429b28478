/* fill_halo that forgets the sign of walls in x. */
#define VF_KERNEL even_in_x
#define VF_SUMMARY "Wrong port: fill_halo that forgets the sign of walls in x"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  UPDATE(real, x, same, reach(0), "field with its ghosts")  \
  VALUE (int, layers, "layers of ghosts")                   \
  VALUE (boundary, sides, "kind of each face")              \
  VALUE (int3, nodal, "directions in which x is on nodes")

VF_BODY(i, j, k, n)
{
  const int odd_in_x = VF_BEYOND(0) != 0 && sides.kind[VF_BEYOND(0) < 0 ? 0 : 3] == VF_REFLECT_ODD;
  const real value = VF_AT(x, VF_IMAGE, n);
  VF_AT(x, i, j, k, n) = (odd_in_x ? -VF_IMAGE_SIGN : VF_IMAGE_SIGN) * value;
}
