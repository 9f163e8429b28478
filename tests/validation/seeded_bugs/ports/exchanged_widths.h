/* apply_helmholtz that exchanges the cell widths in x and y. */
#include <viewfab/kit/helmholtz.h>

#define VF_KERNEL exchanged_widths
#define VF_SUMMARY "Wrong port: y = alpha a x - beta div(b grad x) with the widths in x and y exchanged"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, x, same, reach(1), "cell-centred field with filled ghosts")                      \
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
  VF_VALUE_real3 exchanged = h;
  exchanged.at[0] = h.at[1];
  exchanged.at[1] = h.at[0];
  const vf_helmholtz_row row = VF_HELMHOLTZ_ROW(x, i, j, k, n, alpha, beta, a, bx, by, bz, exchanged);
  VF_AT(y, i, j, k, n) = row.diagonal * VF_AT(x, i, j, k, n) - row.neighbours;
}
