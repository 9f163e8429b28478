/* The value of a ghost cell, for the kernels that fill ghosts. Included inside a kernel file and typed by the pass, so
 * the file has no include guard. */

#include <viewfab/kit/ghost_weights.h>

/* The value of x at ghost (i, j, k) beside a face of the box. wall: the field's value on a Dirichlet wall. */
#define vf_ghost_value(x, ...) vf_ghost_value_of(VF_ARRAY_ARGUMENT(x), __VA_ARGS__)
VF_INLINE VF_REAL vf_ghost_value_of(VF_ARRAY_PARAMETER(x), const vf_boundary sides, const vf_box box, const int face,
                                    const int i, const int j, const int k, const int n, const VF_REAL wall)
{
  const int a = VF_INWARD(0, face), b = VF_INWARD(1, face), c = VF_INWARD(2, face);
  const int size = box.upper[face % 3] - box.lower[face % 3] + 1;
  switch (sides.kind[face]) {
    case VF_NEUMANN: return VF_AT(x, i + a, j + b, k + c, n);
    case VF_REFLECT_ODD: return -VF_AT(x, i + a, j + b, k + c, n);
    case VF_PERIODIC: return VF_AT(x, i + a * size, j + b * size, k + c * size, n);
    case VF_DIRICHLET: break;
    default: return VF_AT(x, i, j, k, n);
  }
  /* The usual case, without the arithmetic of its weights 2 and -1. */
  if (sides.order == 2 && sides.distance[face] == 0) return 2 * wall - VF_AT(x, i + a, j + b, k + c, n);
  const int order = VF_GHOST_ORDER(sides.order), cells = VF_GHOST_CELLS(order, size);
  const double at_wall = -sides.distance[face];
  double weight = 1;
  for (int q = 0; q < cells; q++) weight *= VF_GHOST_WALL_FACTOR(q, at_wall);
  VF_REAL value = (VF_REAL)weight * wall;
  for (int m = 0; m < cells; m++) {
    weight = VF_GHOST_CELL_FIRST(m, at_wall);
    for (int q = 0; q < cells; q++)
      if (q != m) weight *= VF_GHOST_CELL_FACTOR(m, q);
    value += (VF_REAL)weight * VF_AT(x, i + (m + 1) * a, j + (m + 1) * b, k + (m + 1) * c, n);
  }
  return value;
}
