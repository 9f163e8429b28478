/* The kernel multiplies by 1 / h^2: a division by h^2 in every cell costs a GPU a quarter of its speed here. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL residual_poisson
#define VF_SUMMARY "Residual of laplacian(phi) = rhs: residual = rhs - (sum of the 6 neighbours of phi - 6 phi) * (1 / h^2)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, phi, same, reach(1), "solution, cell-centred; one ghost layer, filled")           \
  READ (real, rhs, same, reach(0), "right-hand side, in units of phi / h^2")                    \
  WRITE(real, residual, same, reach(0), "residual, in the units of rhs")                        \
  VALUE(real, h, "cell width, the same in all directions")

VF_BODY(i, j, k, n)
{
  const real inverse_h2 = VF_OVER_H2(1, h);
  const real sum = VF_NEIGHBOUR_SUM(phi, i, j, k, n);
  VF_AT(residual, i, j, k, n) = VF_AT(rhs, i, j, k, n) - VF_POISSON_APPLIED(sum, VF_AT(phi, i, j, k, n), inverse_h2);
}
