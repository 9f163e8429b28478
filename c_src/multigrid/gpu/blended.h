/* Interpolation to levels that are smoothed by lines: linear in each direction; VF_BLENDED, y first, then z, then x. */
#ifndef VIEWFAB_MULTIGRID_GPU_BLENDED_H
#define VIEWFAB_MULTIGRID_GPU_BLENDED_H

#include "level.h"

namespace VF_LEVELS {

/* A coarse cell's index in a direction, that of the one beside it, and its part. beside < 0: that is a ghost, `ghost`
 * times the value of the cell. */
struct blend_side {
  int parent, beside;
  double part, ghost;
};

/* Of fine cell `index`; low, high: parts (vf_joint), w: what ghosts at both ends have of the cell beside them. */
__device__ __forceinline__ blend_side blend_side_of(bool halved, const double *low, const double *high, int index,
                                                    int n, bool around, double w_low, double w_high)
{
  blend_side s = { index, index, 0, 0 };
  if (!halved) return s;
  const bool up = index & 1;
  s.parent = index / 2;
  s.part = (up ? high : low)[s.parent];
  s.beside = s.part == 0 ? s.parent : s.parent + (up ? 1 : -1);
  if (s.beside >= 0 && s.beside < n) return s;
  s.beside = around ? n - 1 - s.parent : -1;
  s.ghost = up ? w_high : w_low;
  return s;
}

__device__ __forceinline__ double blended_in_y(const double *c, ptrdiff_t row, const blend_side &y)
{
  const double self = c[y.parent * row];
  return y.part == 0 ? self : VF_BLENDED(y.part, self, y.beside < 0 ? y.ghost * self : c[y.beside * row]);
}

__device__ __forceinline__ double blended_in_z(const double *c, ptrdiff_t row, ptrdiff_t plane, const blend_side &y,
                                               const blend_side &z)
{
  const double self = blended_in_y(c + z.parent * plane, row, y);
  if (z.part == 0) return self;
  return VF_BLENDED(z.part, self, z.beside < 0 ? z.ghost * self : blended_in_y(c + z.beside * plane, row, y));
}

/* c: coarse cell (0, 0, 0). */
__device__ __forceinline__ double blended(const double *c, ptrdiff_t row, ptrdiff_t plane, const blend_side &x,
                                          const blend_side &y, const blend_side &z)
{
  const double self = blended_in_z(c + x.parent, row, plane, y, z);
  if (x.part == 0) return self;
  return VF_BLENDED(x.part, self, x.beside < 0 ? x.ghost * self : blended_in_z(c + x.beside, row, plane, y, z));
}

} // namespace VF_LEVELS

#endif
