/* applybc3dgen. The box of the call is the layer of ghosts beside the face. ghost and phi are the same array; a point reads
 * only inner cells. */
#include <viewfab/kit/ghost_weights.h>

#define VF_KERNEL apply_face_boundary
#define VF_SUMMARY "Fills the ghosts beside one face where the mask is above 0: Dirichlet ghost = c_wall bcval + sum_m c_m phi(m), Neumann phi(0), odd reflection -phi(0), where phi(m) is the m-th cell inside; den = ghost / phi(0) of the homogeneous problem: c_0, 1, -1; for Dirichlet and odd reflection 0 where the mask is not above 0"
#define VF_POINTS all
#define VF_VALUES_BY_BOX 1
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (int, flagden, "1: den is set")                                                         \
  VALUE (int, flagbc, "1: bcval counts; else walls have the value 0 and bcval is not read")     \
  VALUE (int, maxorder, "cells and wall that the Dirichlet polynomial passes through, 1 to 4; any other number is 4") \
  UPDATE(real, ghost, same, reach(0), "the field, whose ghosts in the box of the call are filled; kept where mask is not above 0") \
  READ  (real, phi, within(cells), reach(0), "the field again, whose cells inside are read")    \
  VALUE (int, side, "the face: 0 to 5 for x low, y low, z low, x high, y high, z high")         \
  VALUE (option(dirichlet = 101, neumann = 102, reflect_odd = 103), kind, "of the face")        \
  VALUE (real, distance, "of a Dirichlet wall from the face, outwards; units of h")             \
  READ  (real, bcval, same, reach(0), "value on a Dirichlet wall, kept in the ghosts beside it; units of phi. Read for Dirichlet alone") \
  READ  (int,  mask, shared(same), reach(0), "in the ghosts")                                   \
  UPDATE(real, den, shared(shifted(inward)), reach(0), "in the first layer inside; no unit. Neumann: 1 whatever the mask; kept where maxorder is 1, kind Dirichlet and the mask above 0") \
  VALUE (box, cells, "the cells inside, all of them")                                           \
  VALUE (int3, inward, "the step from a ghost to the cell inside: 1 or -1 in the direction of the face, 0 in the others") \
  VALUE (real3, h, "cell widths")

/* Node q of the polynomial, in cell widths from the face: the wall is number -1, then come the centres of cells. */
VF_INLINE double vf_face_node(const int q, const double wall) { return q < 0 ? wall : q + 0.5; }

/* The weight of node m, from -1 to count - 1, at the ghost's centre -1/2 (Lagrange). */
VF_INLINE double vf_face_weight(const int m, const int count, const double wall)
{
  double above = 1, below = 1;
  for (int q = -1; q < count; q++)
    if (q != m) {
      above *= -0.5 - vf_face_node(q, wall);
      below *= vf_face_node(m, wall) - vf_face_node(q, wall);
    }
  return above / below;
}

VF_BODY(i, j, k, n)
{
  const int a = inward.at[0], b = inward.at[1], c = inward.at[2];
  const bool open = VF_AT(mask, i, j, k, n) > 0;
  const bool sets = flagden == 1 && n == 0; /* den has no components: only the first component writes it */
  real value = 0, factor = 1;
  if (kind == vf_apply_face_boundary_dirichlet) {
    const int d = side % 3;
    const int first = d == 0 ? cells.lower[0] : d == 1 ? cells.lower[1] : cells.lower[2];
    const int last = d == 0 ? cells.upper[0] : d == 1 ? cells.upper[1] : cells.upper[2];
    const double wall = -(double)distance / (d == 0 ? h.at[0] : d == 1 ? h.at[1] : h.at[2]);
    const int order = VF_GHOST_ORDER(maxorder), size = last - first + 1, count = VF_GHOST_CELLS(order, size);
    if (open && flagbc == 1) value = VF_AT(bcval, i, j, k, n) * (real)vf_face_weight(-1, count, wall);
    for (int m = 0; m < count; m++) {
      const real weight = (real)vf_face_weight(m, count, wall);
      if (m == 0) factor = weight;
      if (open) value += VF_AT(phi, i + (m + 1) * a, j + (m + 1) * b, k + (m + 1) * c, n) * weight;
    }
    if (sets && (count > 0 || !open)) VF_AT(den, i + a, j + b, k + c, n) = open ? factor : 0;
  } else {
    const bool odd = kind == vf_apply_face_boundary_reflect_odd;
    if (open) value = VF_AT(phi, i + a, j + b, k + c, n);
    if (odd) value = -value;
    if (sets) VF_AT(den, i + a, j + b, k + c, n) = !odd ? 1 : open ? -1 : 0;
  }
  if (open) VF_AT(ghost, i, j, k, n) = value;
}
