/* Formulas that the level kernels of all devices share, besides the formulas of kernels (kit/stencil.h). These are
 * macros, like the formulas of kernels. */
#ifndef VIEWFAB_MULTIGRID_FORMULAS_H
#define VIEWFAB_MULTIGRID_FORMULAS_H

#include <viewfab/kit/stencil.h>

#define VF_OVER_RELAXED(self, omega, relaxed) ((self) + (omega) * ((relaxed) - (self)))

/* A relaxed value if `part` of the diagonal belongs to ghosts; see whole_diagonal. The part of the first cells of
 * ghosts is VF_HELMHOLTZ_NEIGHBOURS of their weights. */
#define VF_WITH_WHOLE_DIAGONAL(self, relaxed, diagonal, part) \
  ((part) == 0 || (part) == (diagonal) ? (relaxed)            \
                                       : (self) + ((relaxed) - (self)) * ((diagonal) / ((diagonal) - (part))))

/* The Laplacian for different widths, d = 1 / (h h) in each direction, and the value with the Laplacian rhs. */
#define VF_ANISOTROPIC_DIAGONAL(dx, dy, dz) (2 * ((dx) + (dy) + (dz)))
#define VF_ANISOTROPIC_SUM(dx, dy, dz, west, east, south, north, below, above) \
  ((dx) * ((west) + (east)) + (dy) * ((south) + (north)) + (dz) * ((below) + (above)))
#define VF_ANISOTROPIC_APPLIED(sum, diagonal, self) ((sum) - (diagonal) * (self))
#define VF_ANISOTROPIC_RELAXED(sum, rhs, inverse) (((sum) - (rhs)) * (inverse))

/* A coarse link of a graded coarsening; a part of 0 means that the fine link does not exist. */
#define VF_LINK(self, before, low, after, high) \
  (2 / (1 / (self) + ((before) == 0 ? 0 : (before) / (low)) + ((after) == 0 ? 0 : (after) / (high))))

/* A child's value, linear from its parent and the parent's neighbours on its side: near is the sum of the parent and
 * the neighbour in x, across the sum of the neighbours in y and z; 0.25f is exact in either type. */
#define VF_INTERPOLATED(near, across) (((near) + (across)) * 0.25f)

/* The same between levels with a graded coarsening: t is the part of the neighbour in x, rest is 1 - ty - tz, and
 * across is VF_ACROSS of the neighbours in y and z. */
#define VF_ACROSS(ty, y, tz, z) ((ty) * (y) + (tz) * (z))
#define VF_GRADED(self, beside, t, rest, across) (((rest) - (t)) * (self) + (t) * (beside) + (across))

/* Linear between two coarse values in one direction of a coarsening that is resampled. */
#define VF_RESAMPLED(p, x, q, y) ((p) * (x) + (q) * (y))

/* The same between levels with lines (vfi_lines): linear in each direction, y first, then z, then x. */
#define VF_BLENDED(t, self, beside) ((1 - (t)) * (self) + (t) * (beside))

/* The mean over the fine faces of a coarse face, in column order. */
#define VF_MEAN_OF_4(a, b, c, d) (((a) + (b) + (c) + (d)) * 0.25)

#endif
