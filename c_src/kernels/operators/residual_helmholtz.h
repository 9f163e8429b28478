/* adotx3daabbec and the xpay behind it, in a single pass. */
#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL residual_helmholtz
#define VF_SUMMARY "Residual of the variable-coefficient operator: residual = rhs - (alpha a phi - beta div(b grad phi))"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                        \
  READ  (real, phi, same, reach(1), "solution, cell-centred; one ghost layer, filled")                  \
  READ  (real, rhs, same, reach(0), "right-hand side")                                                  \
  WRITE (real, residual, same, reach(0), "residual, in the units of rhs")                               \
  VALUE (real, alpha, "factor of a")                                                                    \
  VALUE (real, beta, "factor of div(b grad)")                                                           \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                               \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; n + 1 faces for n cells") \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; n + 1 faces for n cells") \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; n + 1 faces for n cells") \
  VALUE (real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(phi, i, j, k, n, alpha, beta, a, bx, by, bz, h);
  VF_AT(residual, i, j, k, n) = VF_AT(rhs, i, j, k, n)
                              - VF_HELMHOLTZ_APPLIED(row.diagonal, VF_AT(phi, i, j, k, n), row.neighbours);
}
