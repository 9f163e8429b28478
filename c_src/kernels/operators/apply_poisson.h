/* The kernel multiplies by 1 / h^2: a division by h^2 in every cell costs a GPU a quarter of its speed here. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL apply_poisson
#define VF_SUMMARY "7-point Laplacian: y = (sum of the 6 neighbours of x - 6 x) * (1 / h^2)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, x, same, reach(1), "cell-centred field; one ghost layer, filled")                 \
  WRITE(real, y, same, reach(0), "Laplacian of x, in units of x / h^2")                         \
  VALUE(real, h, "cell width, the same in all directions")

VF_BODY(i, j, k, n)
{
  const real inverse_h2 = VF_OVER_H2(1, h);
  const real sum = VF_NEIGHBOUR_SUM(x, i, j, k, n);
  VF_AT(y, i, j, k, n) = VF_POISSON_APPLIED(sum, VF_AT(x, i, j, k, n), inverse_h2);
}
