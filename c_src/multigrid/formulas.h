/* Formulas that the level kernels of all devices share, besides those that kernels have too. Macros, as there. */
#ifndef VIEWFAB_MULTIGRID_FORMULAS_H
#define VIEWFAB_MULTIGRID_FORMULAS_H

#include <viewfab/kit/stencil.h>

#define VF_OVER_RELAXED(self, omega, relaxed) ((self) + (omega) * ((relaxed) - (self)))

/* A relaxed value where `part` of the diagonal belongs to ghosts; see whole_diagonal. What a ghost's first cells have
 * of the diagonal is VF_HELMHOLTZ_NEIGHBOURS of their weights. */
#define VF_WITH_WHOLE_DIAGONAL(self, relaxed, diagonal, part) \
  ((part) == 0 || (part) == (diagonal) ? (relaxed)            \
                                       : (self) + ((relaxed) - (self)) * ((diagonal) / ((diagonal) - (part))))

/* The Laplacian for widths that differ, d = 1 / (h h) in each direction, and the value that has the Laplacian rhs. */
#define VF_STRETCHED_DIAGONAL(dx, dy, dz) (2 * ((dx) + (dy) + (dz)))
#define VF_STRETCHED_SUM(dx, dy, dz, west, east, south, north, below, above) \
  ((dx) * ((west) + (east)) + (dy) * ((south) + (north)) + (dz) * ((below) + (above)))
#define VF_STRETCHED_APPLIED(sum, diagonal, self) ((sum) - (diagonal) * (self))
#define VF_STRETCHED_RELAXED(sum, rhs, inverse) (((sum) - (rhs)) * (inverse))

/* A coarse link of a graded joint; a part of 0 says that there is no such fine link. */
#define VF_LINK(self, before, low, after, high) \
  (2 / (1 / (self) + ((before) == 0 ? 0 : (before) / (low)) + ((after) == 0 ? 0 : (after) / (high))))

/* A child's value, linear from its parent and the parent's neighbours on its side: near is the sum of the parent and
 * the one in x, across that of those in y and z; 0.25f is exact in either kind. */
#define VF_INTERPOLATED(near, across) (((near) + (across)) * 0.25f)

/* The same between levels whose joint is graded: t is the part of the neighbour in x, rest is 1 - ty - tz, and across
 * VF_ACROSS of those in y and z. */
#define VF_ACROSS(ty, y, tz, z) ((ty) * (y) + (tz) * (z))
#define VF_GRADED(self, beside, t, rest, across) (((rest) - (t)) * (self) + (t) * (beside) + (across))

/* Linear between two coarse values in one direction of a joint that is resampled. */
#define VF_RESAMPLED(p, x, q, y) ((p) * (x) + (q) * (y))

/* The same from the fine level's lines on (vf_lines): linear in each direction, y first, then z, then x. */
#define VF_BLENDED(t, self, beside) ((1 - (t)) * (self) + (t) * (beside))

/* Of the faces that a coarse face consists of, in column order. */
#define VF_MEAN_OF_4(a, b, c, d) (((a) + (b) + (c) + (d)) * 0.25)

#endif
