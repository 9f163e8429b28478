/* Ghosts as images of cells inside, as a hydrodynamics code's update_halo fills them for each of its arrays. A ghost's
 * image lies in the box, so that edges and corners need no order. */
#define VF_KERNEL fill_halo
#define VF_SUMMARY "Fills ghosts of any depth, with edges and corners: x(ghost) = sign x(image); images are mirrored at walls, with the sign -1 at each wall of odd reflection, and on the other side where periodic"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                     \
  UPDATE(real, x, same, reach(0), "field with as many ghosts as are filled, on cells, faces or nodes") \
  VALUE (int, layers, "layers of ghosts; no more than the box has cells")                            \
  VALUE (boundary, sides, "kind of each face: unfilled, periodic, Neumann for an even reflection, or odd reflection") \
  VALUE (int3, nodal, "1 in directions in which x lies on nodes, which are one more than cells and of which the first and the last lie on the walls; -1 where the first and the last cell lie on them; else 0")

VF_BODY(i, j, k, n)
{
  const real value = VF_AT(x, VF_IMAGE, n);
  VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN < 0 ? -value : value;
}
