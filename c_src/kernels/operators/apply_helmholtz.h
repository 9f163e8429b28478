#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL apply_helmholtz
#define VF_SUMMARY "Variable-coefficient operator: y = alpha a x - beta div(b grad x)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                        \
  READ  (real, x, same, reach(1), "cell-centred field; one ghost layer, filled")                        \
  WRITE (real, y, same, reach(0), "the operator on x")                                                  \
  VALUE (real, alpha, "factor of a")                                                                    \
  VALUE (real, beta, "factor of div(b grad)")                                                           \
  READ  (real, a,  shared(same),    reach(0), "coefficient in the cells")                               \
  READ  (real, bx, shared(face(0)), reach(0), "coefficient on the faces in x; n + 1 faces for n cells") \
  READ  (real, by, shared(face(1)), reach(0), "coefficient on the faces in y; n + 1 faces for n cells") \
  READ  (real, bz, shared(face(2)), reach(0), "coefficient on the faces in z; n + 1 faces for n cells") \
  VALUE (real3, h, "cell widths")

VF_BODY(i, j, k, n)
{
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(x, i, j, k, n, alpha, beta, a, bx, by, bz, h);
  VF_AT(y, i, j, k, n) = VF_HELMHOLTZ_APPLIED(row.diagonal, VF_AT(x, i, j, k, n), row.neighbours);
}
