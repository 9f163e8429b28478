/* norma3daabbec: the largest row of the operator's matrix, by magnitudes. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL helmholtz_norm
#define VF_SUMMARY "Norm of the operator alpha a - beta div(b grad) over the box: result = max of |alpha a + sum_d dh_d (b- + b+)| + sum_d (|dh_d b-| + |dh_d b+|), dh_d = beta / h_d^2"
#define VF_POINTS reduction
#define VF_REDUCE max
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE(real, alpha, "factor of a")                                                             \
  VALUE(real, beta, "factor of div(b grad)")                                                    \
  READ (real, a,  shared(same),    reach(0), "coefficient in the cells")                        \
  READ (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; one more in x")    \
  READ (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; one more in y")    \
  READ (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; one more in z")    \
  VALUE(real3, h, "cell widths")

VF_TERM(i, j, k, n)
{
  const real dx = VF_OVER_H2(beta, h.at[0]), dy = VF_OVER_H2(beta, h.at[1]), dz = VF_OVER_H2(beta, h.at[2]);
  const real west = VF_AT(bx, i, j, k, n), east = VF_AT(bx, i + 1, j, k, n);
  const real south = VF_AT(by, i, j, k, n), north = VF_AT(by, i, j + 1, k, n);
  const real below = VF_AT(bz, i, j, k, n), above = VF_AT(bz, i, j, k + 1, n);
  const real mass = alpha * VF_AT(a, i, j, k, n);
  const real diagonal = VF_HELMHOLTZ_DIAGONAL(mass, dx, dy, dz, west, east, south, north, below, above);
  return VF_ABS(diagonal) + VF_ABS(dx * west) + VF_ABS(dx * east) + VF_ABS(dy * south) + VF_ABS(dy * north) +
         VF_ABS(dz * below) + VF_ABS(dz * above);
}
