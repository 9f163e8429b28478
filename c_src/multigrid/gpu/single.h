/* Declarations shared by the kernels of levels in single precision (vfi_level.single). Odd extents are not
 * periodic. Kernels may write any value into element n of a row, the second element of its last pair, because
 * no kernel uses this value. */
#ifndef VIEWFAB_MULTIGRID_GPU_SINGLE_H
#define VIEWFAB_MULTIGRID_GPU_SINGLE_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* Strides in floats. stored: ghosts in z keep their values in memory. */
struct single_grid {
  int n[3], parity;
  bool periodic[3], stored[2];
  ptrdiff_t row, plane;
  float w1[6], w2[6];
};

inline single_grid single_grid_of(const vfi_level *level)
{
  const grid g = grid_of(level);
  single_grid s = {};
  for (int d = 0; d < 3; d++) {
    s.n[d] = g.n[d];
    s.periodic[d] = g.periodic[d];
  }
  s.parity = g.parity;
  s.stored[0] = level->face[2].stored;
  s.stored[1] = level->face[5].stored;
  s.row = 2 * g.row;
  s.plane = 2 * g.plane;
  for (int f = 0; f < 6; f++) {
    s.w1[f] = (float)g.w1[f];
    s.w2[f] = (float)g.w2[f];
  }
  return s;
}

/* 1 / h^2 in each direction, the diagonal and 1 / diagonal of anisotropic levels. */
template <typename T> struct widths_of {
  T dx, dy, dz, diagonal, inverse;
};

template <typename T> widths_of<T> anisotropic_widths(const vfi_level *level)
{
  const helmholtz c = helmholtz_of(level);
  return { (T)c.dx, (T)c.dy, (T)c.dz, (T)c.diagonal, (T)c.inverse };
}

template <typename T> __device__ __forceinline__ T ghost_of_two(T w1, T w2, T self, T next)
{
  T value = w1 * self;
  if (w2 != 0) value += w2 * next;
  return value;
}

/* The phi of the first of several smooths. */
enum single_start { AS_IT_IS, FROM_ZERO, ADDS_COARSE, SETS_COARSE };

/* Planes first .. last - 1 of a smooth, written to `to`. coarse: the level whose phi is interpolated, or NULL; its
 * ghosts are filled. */
int smooth_single(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last, single_start start,
                  const vfi_level *coarse);
int smooth_single_variable(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last,
                           single_start start, const vfi_level *coarse);
int fill_ghosts_single(const vfi_engine *engine, const vfi_level *level);
int interpolate_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add);
int restrict_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse);
/* Planes first .. last - 1 of a correction; phi is written to `to`. */
int correct_single(const vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, double *to,
                   int first, int last, const vfi_level *into);
/* The same for all planes of the variable operator, after the error has been added to phi. */
int take_variable(vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, const vfi_level *into,
                  double *norm);

} // namespace VF_LEVELS

#endif
