/* gsrb3daabbec without its boundary terms: cells at a face read the ghost layer, filled by the caller. */
#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL gsrb_helmholtz
#define VF_SUMMARY "One colour of a red-black Gauss-Seidel sweep for alpha a phi - beta div(b grad phi) = rhs, in place: phi += omega / gamma (rhs - (gamma phi - rho)), gamma = alpha a + sum_d dh_d (b- + b+), rho = sum_d dh_d (b- phi- + b+ phi+), dh_d = beta / h_d^2"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                        \
  UPDATE(real, phi, same, reach(1), "solution, cell-centred; one ghost layer, filled")                  \
  READ  (real, rhs, same, reach(0), "right-hand side")                                                  \
  VALUE (real, alpha, "factor of a")                                                                    \
  VALUE (real, beta, "factor of div(b grad)")                                                           \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                               \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; n + 1 faces for n cells") \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; n + 1 faces for n cells") \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; n + 1 faces for n cells") \
  VALUE (real3, h, "cell widths")                                                                       \
  VALUE (real, omega, "over-relaxation, no unit; the legacy kernel has 1.15")

VF_BODY(i, j, k, n)
{
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(phi, i, j, k, n, alpha, beta, a, bx, by, bz, h);
  const real old = VF_AT(phi, i, j, k, n);
  VF_AT(phi, i, j, k, n) = VF_HELMHOLTZ_RELAXED(old, omega, row.diagonal, VF_AT(rhs, i, j, k, n), row.neighbours);
}
