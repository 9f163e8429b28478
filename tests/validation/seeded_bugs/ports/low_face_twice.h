/* apply_helmholtz with the coefficient of the low face in x on both faces of a cell. */
#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL low_face_twice
#define VF_SUMMARY "Wrong port: y = alpha a x - beta div(b grad x) with bx(i) in place of bx(i+1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, x, same, reach(1), "cell-centred field")                                         \
  WRITE (real, y, same, reach(0), "the operator on x")                                          \
  VALUE (real, alpha, "factor of a")                                                            \
  VALUE (real, beta, "factor of div(b grad)")                                                   \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                       \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x")                  \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y")                  \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z")                  \
  VALUE (real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const real b = VF_AT(bx, i, j, k, n);
  const vf_helmholtz_row row = vfi_helmholtz_row_of(alpha * VF_AT(a, i, j, k, n), beta, h, b, b,
    VF_AT(by, i, j, k, n), VF_AT(by, i, j + 1, k, n), VF_AT(bz, i, j, k, n), VF_AT(bz, i, j, k + 1, n),
    VF_AT(x, i - 1, j, k, n), VF_AT(x, i + 1, j, k, n), VF_AT(x, i, j - 1, k, n), VF_AT(x, i, j + 1, k, n),
    VF_AT(x, i, j, k - 1, n), VF_AT(x, i, j, k + 1, n));
  VF_AT(y, i, j, k, n) = row.diagonal * VF_AT(x, i, j, k, n) - row.neighbours;
}
