/* Formulas that kernels and the level kernels of the solver share: the 7-point operators at a cell, and the mean of its
 * children. The formulas are macros, because values are of either kind or vectors of cells, on the host and on GPUs.
 * Sums are added from left to right, so all users have the same bits if the compiler contracts nothing. */
#ifndef VIEWFAB_KIT_STENCIL_H
#define VIEWFAB_KIT_STENCIL_H

#define VF_SUM_OF_6(a, b, c, d, e, f) ((a) + (b) + (c) + (d) + (e) + (f))

/* The sum of the neighbours of a cell, in an array of a kernel file: west, east, south, north, below, above. */
#define VF_NEIGHBOUR_SUM(x, i, j, k, n)                                                       \
  VF_SUM_OF_6(VF_AT(x, (i)-1, j, k, n), VF_AT(x, (i) + 1, j, k, n), VF_AT(x, i, (j)-1, k, n), \
              VF_AT(x, i, (j) + 1, k, n), VF_AT(x, i, j, (k)-1, n), VF_AT(x, i, j, (k) + 1, n))

/* 1 / h^2, or beta / h^2 */
#define VF_OVER_H2(factor, h) ((factor) / ((h) * (h)))

/* The Laplacian of x at a cell; and 6 times the value with the Laplacian rhs. sum: of the neighbours; h2_rhs: h^2
 * rhs. */
#define VF_POISSON_APPLIED(sum, self, inverse_h2) (((sum)-6 * (self)) * (inverse_h2))
#define VF_POISSON_SIXFOLD(sum, h2_rhs) ((sum) - (h2_rhs))

/* alpha a x - beta div(b grad x) at a cell, with mass = alpha a, dh_d = beta / h_d^2 and b the coefficients on its low
 * and high faces:
 *   diagonal   = alpha a + sum_d dh_d (b- + b+)
 *   neighbours = sum_d dh_d (b- x- + b+ x+)
 * The operator gives diagonal * x - neighbours. */
#define VF_HELMHOLTZ_DIAGONAL(mass, dx, dy, dz, bx_low, bx_high, by_low, by_high, bz_low, bz_high) \
  ((mass) + (dx) * ((bx_low) + (bx_high)) + (dy) * ((by_low) + (by_high)) + (dz) * ((bz_low) + (bz_high)))
#define VF_HELMHOLTZ_NEIGHBOURS(dx, dy, dz, bx_low, bx_high, by_low, by_high, bz_low, bz_high, west, east, south, \
                                north, below, above)                                                              \
  ((dx) * ((bx_low) * (west) + (bx_high) * (east)) + (dy) * ((by_low) * (south) + (by_high) * (north)) +          \
   (dz) * ((bz_low) * (below) + (bz_high) * (above)))
#define VF_HELMHOLTZ_APPLIED(diagonal, self, neighbours) ((diagonal) * (self) - (neighbours))
#define VF_HELMHOLTZ_RELAXED(self, omega, diagonal, rhs, neighbours) \
  ((self) + (omega) / (diagonal) * ((rhs)-VF_HELMHOLTZ_APPLIED(diagonal, self, neighbours)))

/* The same with boundary terms: delta is the part of neighbours / self from ghosts outside the box. */
#define VF_HELMHOLTZ_MASKED_RELAXED(self, omega, diagonal, delta, rhs, neighbours) \
  ((self) + (omega) / ((diagonal) - (delta)) * ((rhs)-VF_HELMHOLTZ_APPLIED(diagonal, self, neighbours)))

/* The mean of the children of a cell, given in column order; 0.125f is exact in either kind. */
#define VF_MEAN_OF_8(a, b, c, d, e, f, g, h) (((a) + (b) + (c) + (d) + (e) + (f) + (g) + (h)) * 0.125f)

#endif
