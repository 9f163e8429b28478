/* gsrb3dsim. The colour is the parity of i + j + k by global index, below 0 too. */
#include <viewfab/kit/masked_sides.h>
#include <viewfab/kit/stencil.h>

#define VF_KERNEL gsrb_poisson_masked
#define VF_SUMMARY "One colour of a red-black Gauss-Seidel sweep for laplacian(phi) = rhs with boundary terms, in place: phi = (h^2 rhs - (sum of the 6 neighbours) + delta phi) / (delta - 6), delta = sum of f over the 6 faces"
#define VF_POINTS coloured
#define VF_VALUES_BY_BOX 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution, cell-centred; one ghost layer, filled")          \
  READ  (real, rhs, same, reach(0), "right-hand side, in units of phi / h^2")                   \
  READ  (real, f0, along(any, j, k), reach(0), "ghost / cell beside the low face in x, at valid.lower in x; no unit") \
  READ  (int,  m0, along(any, j, k), reach(0), "mask of the ghosts there, at valid.lower - 1 in x; f0 counts if m0 is above 0") \
  READ  (real, f1, along(i, any, k), reach(0), "ghost / cell beside the low face in y, at valid.lower in y; no unit") \
  READ  (int,  m1, along(i, any, k), reach(0), "mask of the ghosts there, at valid.lower - 1 in y; f1 counts if m1 is above 0") \
  READ  (real, f2, along(i, j, any), reach(0), "ghost / cell beside the low face in z, at valid.lower in z; no unit") \
  READ  (int,  m2, along(i, j, any), reach(0), "mask of the ghosts there, at valid.lower - 1 in z; f2 counts if m2 is above 0") \
  READ  (real, f3, along(any, j, k), reach(0), "ghost / cell beside the high face in x, at valid.upper in x; no unit") \
  READ  (int,  m3, along(any, j, k), reach(0), "mask of the ghosts there, at valid.upper + 1 in x; f3 counts if m3 is above 0") \
  READ  (real, f4, along(i, any, k), reach(0), "ghost / cell beside the high face in y, at valid.upper in y; no unit") \
  READ  (int,  m4, along(i, any, k), reach(0), "mask of the ghosts there, at valid.upper + 1 in y; f4 counts if m4 is above 0") \
  READ  (real, f5, along(i, j, any), reach(0), "ghost / cell beside the high face in z, at valid.upper in z; no unit") \
  READ  (int,  m5, along(i, j, any), reach(0), "mask of the ghosts there, at valid.upper + 1 in z; f5 counts if m5 is above 0") \
  VALUE (box, valid, "all cells between the six sides; the box of the call is a part of these cells") \
  VALUE (real, h, "cell width, the same in all directions")

VF_BODY(i, j, k, n)
{
  const real old = VF_AT(phi, i, j, k, n), target = VF_AT(rhs, i, j, k, n);
  const real sum = VF_NEIGHBOUR_SUM(phi, i, j, k, n);
  const vf_side_factors side = VF_SIDE_FACTORS(i, j, k, valid);
  const real delta = VF_SUM_OF_6(side.west, side.south, side.below, side.east, side.north, side.above);
  VF_AT(phi, i, j, k, n) = (h * h * target - sum + delta * old) / (delta - 6);
}
