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
  const double diagonal =
      VF_HELMHOLTZ_DIAGONAL(b.mass, c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above);
  const double west = pos ? x.near : x.far, east = pos ? x.far : x.near;
  const double around = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above,
                                                west, east, x.south, x.north, x.below, x.above);
  const double value = VF_HELMHOLTZ_RELAXED(self, c.omega, diagonal, b.rhs, around);
  if (!whole) return value;
  const double part = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above,
                                              w.west, w.east, w.south, w.north, w.below, w.above);
  return VF_WITH_WHOLE_DIAGONAL(self, value, diagonal, part);
}

} // namespace VF_LEVELS

#endif
