/* What a ghost cell holds, for the kernels that fill ghosts. Included inside a kernel file, so that it is typed by the
 * pass; it has no include guard for that reason. */

/* Value that x has at ghost (i, j, k) beside a face of the box. wall is the field's value on a Dirichlet wall.
 * Dirichlet: the polynomial through the wall, at -distance from the face, and the centres m + 1/2 of the first cells
 * inside, taken at the ghost's centre -1/2 (Lagrange weights, in cell widths). */
VF_INLINE VF_REAL vf_ghost_value(const VF_WRITE_real x, const vf_boundary sides, const vf_box box, const int face,
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
  const int order = sides.order < 1 || sides.order > 4 ? 4 : sides.order;
  const int cells = order - 1 < size ? order - 1 : size;
  const double at = -0.5, at_wall = -sides.distance[face];
  double weight = 1;
  for (int q = 0; q < cells; q++) weight *= (at - (q + 0.5)) / (at_wall - (q + 0.5));
  VF_REAL value = (VF_REAL)weight * wall;
  for (int m = 0; m < cells; m++) {
    weight = (at - at_wall) / (m + 0.5 - at_wall);
    for (int q = 0; q < cells; q++)
      if (q != m) weight *= (at - (q + 0.5)) / (m - q);
    value += (VF_REAL)weight * VF_AT(x, i + (m + 1) * a, j + (m + 1) * b, k + (m + 1) * c, n);
  }
  return value;
}
