/* adotx3daabbec. vf_apply_helmholtz separates the diagonal from the neighbours, and loses more digits if x is smooth. Solvers
 * from such codes expect the residuals of this form. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL apply_helmholtz_differences
#define VF_SUMMARY "Variable-coefficient operator by differences of x: y = alpha a x - beta sum_d (b_high (x_high - x) - b_low (x - x_low)) / h_d^2"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, x, same, reach(1), "cell-centred field; one ghost layer, filled")                \
  WRITE (real, y, same, reach(0), "the operator on x")                                          \
  VALUE (real, alpha, "factor of a")                                                            \
  VALUE (real, beta, "factor of div(b grad)")                                                   \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                       \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; one more in x")   \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; one more in y")   \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; one more in z")   \
  VALUE (real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const real dx = VF_OVER_H2(beta, h.at[0]), dy = VF_OVER_H2(beta, h.at[1]), dz = VF_OVER_H2(beta, h.at[2]);
  const real self = VF_AT(x, i, j, k, n);
  const real in_x = VF_AT(bx, i + 1, j, k, n) * (VF_AT(x, i + 1, j, k, n) - self) -
                    VF_AT(bx, i, j, k, n) * (self - VF_AT(x, i - 1, j, k, n));
  const real in_y = VF_AT(by, i, j + 1, k, n) * (VF_AT(x, i, j + 1, k, n) - self) -
                    VF_AT(by, i, j, k, n) * (self - VF_AT(x, i, j - 1, k, n));
  const real in_z = VF_AT(bz, i, j, k + 1, n) * (VF_AT(x, i, j, k + 1, n) - self) -
                    VF_AT(bz, i, j, k, n) * (self - VF_AT(x, i, j, k - 1, n));
  VF_AT(y, i, j, k, n) = alpha * VF_AT(a, i, j, k, n) * self - dx * in_x - dy * in_y - dz * in_z;
}
