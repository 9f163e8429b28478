/* Ghosts as images of cells inside, as update_halo of a hydrodynamics code fills the ghosts of its arrays. A ghost's image lies in
 * the box, so edges and corners need no order. */
#define VF_KERNEL fill_halo
#define VF_SUMMARY "Fills ghosts of any depth, with edges and corners: x(ghost) = sign x(image); images are mirrored at walls, with the sign -1 at each wall of odd reflection, and lie on the other side in periodic directions"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers), with(faces, edges, corners), images(sides), nodal(nodal)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                     \
  UPDATE(real, x, same, reach(0), "field on cells, faces or nodes; ghosts in all filled layers") \
  VALUE (int, layers, "layers of ghosts; no more than the box has cells")                            \
  VALUE (boundary, sides, "kind of each face: unfilled, periodic, Neumann for an even reflection, or odd reflection") \
  VALUE (int3, nodal, "for each direction 1 if x lies on nodes, n + 1 for n cells, the first and the last on the walls; -1 if x lies on cells, the first and the last on the walls; else 0")

VF_BODY(i, j, k, n)
{
  const real value = VF_AT(x, VF_IMAGE, n);
  VF_AT(x, i, j, k, n) = VF_IMAGE_SIGN < 0 ? -value : value;
}
