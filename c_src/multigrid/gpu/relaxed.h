/* A cell of the variable operator, relaxed. */
#ifndef VIEWFAB_MULTIGRID_GPU_RELAXED_H
#define VIEWFAB_MULTIGRID_GPU_RELAXED_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* Coefficients of a cell: the right-hand side, alpha a, and the faces. */
struct cell {
  double rhs, mass, west, east, south, north, below, above;
};

template <bool whole>
__device__ __forceinline__ double relaxed(const helmholtz &c, double self, const cell &b, double above,
                                          const neighbours &x, bool pos, const first_weights &w)
{
  const double diagonal = b.mass + c.dx * (b.west + b.east) + c.dy * (b.south + b.north) + c.dz * (b.below + above);
  const double west = pos ? x.near : x.far, east = pos ? x.far : x.near;
  const double around = c.dx * (b.west * west + b.east * east) + c.dy * (b.south * x.south + b.north * x.north) +
                        c.dz * (b.below * x.below + above * x.above);
  const double value = self + c.omega / diagonal * (b.rhs - (diagonal * self - around));
  if (!whole) return value;
  const double part = c.dx * (w.west * b.west + w.east * b.east) + c.dy * (w.south * b.south + w.north * b.north) +
                      c.dz * (w.below * b.below + w.above * above);
  return with_whole_diagonal(self, value, diagonal, part);
}

} // namespace VF_LEVELS

#endif
