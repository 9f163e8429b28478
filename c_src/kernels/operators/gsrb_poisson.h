/* gsrb3dsim without its boundary terms: cells at a face read the ghost layer, filled by the caller. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL gsrb_poisson
#define VF_SUMMARY "One colour of a red-black Gauss-Seidel sweep for laplacian(phi) = rhs, in place: phi = (sum of the 6 neighbours - h^2 rhs) / 6"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution, cell-centred; one ghost layer, filled")          \
  READ  (real, rhs, same, reach(0), "right-hand side, in units of phi / h^2")                   \
  VALUE (real, h, "cell width, the same in all directions")

VF_BODY(i, j, k, n)
{
  const real sum = VF_NEIGHBOUR_SUM(phi, i, j, k, n);
  VF_AT(phi, i, j, k, n) = VF_POISSON_SIXFOLD(sum, h * h * VF_AT(rhs, i, j, k, n)) / 6;
}
