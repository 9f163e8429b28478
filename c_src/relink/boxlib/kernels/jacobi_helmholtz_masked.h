/* jacobi3daabbec. All cells are computed from the old solution, which is a separate array for this reason. */
#include <viewfab/kit/helmholtz.h>
#include <viewfab/kit/masked_sides.h>

#define VF_KERNEL jacobi_helmholtz_masked
#define VF_SUMMARY "One Jacobi sweep for alpha a phi - beta div(b grad phi) = rhs with boundary terms: phi = (rhs + rho - old delta) / (gamma - delta), gamma = alpha a + sum_d dh_d (b- + b+), delta = sum_d dh_d (b- f- + b+ f+), rho = sum_d dh_d (b- old- + b+ old+), dh_d = beta / h_d^2"
#define VF_POINTS all
#define VF_VALUES_BY_BOX 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, old, same, reach(1), "solution before, cell-centred; one ghost layer, filled")   \
  WRITE (real, phi, same, reach(0), "solution after")                                           \
  READ  (real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, alpha, "factor of a")                                                            \
  VALUE (real, beta, "factor of div(b grad)")                                                   \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                       \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; one more in x")   \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; one more in y")   \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; one more in z")   \
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
  VALUE (real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const real before = VF_AT(old, i, j, k, n), target = VF_AT(rhs, i, j, k, n);
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(old, i, j, k, n, alpha, beta, a, bx, by, bz, h);
  const vf_side_factors side = VF_SIDE_FACTORS(i, j, k, valid);
  const real delta = VF_HELMHOLTZ_SIDES(side, i, j, k, n, beta, bx, by, bz, h);
  VF_AT(phi, i, j, k, n) = (target + row.neighbours - before * delta) / (row.diagonal - delta);
}
