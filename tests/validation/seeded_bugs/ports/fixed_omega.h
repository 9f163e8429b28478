/* gsrb_helmholtz with the over-relaxation of the legacy kernel in place of the caller's. */
#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL fixed_omega
#define VF_SUMMARY "Wrong port: one colour of a Gauss-Seidel sweep with omega = 1.15"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution")                                                 \
  READ  (real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, alpha, "factor of a")                                                            \
  VALUE (real, beta, "factor of div(b grad)")                                                   \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                       \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x")                  \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y")                  \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z")                  \
  VALUE (real3, h, "cell widths")                                                               \
  VALUE (real, omega, "over-relaxation, not looked at")

VF_BODY(i, j, k, n)
{
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(phi, i, j, k, n, alpha, beta, a, bx, by, bz, h);
  const real old = VF_AT(phi, i, j, k, n);
  VF_AT(phi, i, j, k, n) = old + (real)1.15 / row.diagonal
                                 * (VF_AT(rhs, i, j, k, n) - (row.diagonal * old - row.neighbours));
}
