/* What the kernels of levels in single precision share (vf_level.single). Extents that are odd are not periodic; what
 * kernels write into element n of a row, the second one of its last pair, counts for nothing. */
#ifndef VIEWFAB_MULTIGRID_GPU_SINGLE_H
#define VIEWFAB_MULTIGRID_GPU_SINGLE_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* Strides in floats. held: ghosts in z are what memory has. */
struct single_grid {
  int n[3], parity;
  bool periodic[3], held[2];
  ptrdiff_t row, plane;
  float w1[6], w2[6];
};

inline single_grid single_grid_of(const vf_level *level)
{
  const grid g = grid_of(level);
  single_grid s = {};
  for (int d = 0; d < 3; d++) {
    s.n[d] = g.n[d];
    s.periodic[d] = g.periodic[d];
  }
  s.parity = g.parity;
  s.held[0] = level->face[2].held;
  s.held[1] = level->face[5].held;
  s.row = 2 * g.row;
  s.plane = 2 * g.plane;
  for (int f = 0; f < 6; f++) {
    s.w1[f] = (float)g.w1[f];
    s.w2[f] = (float)g.w2[f];
  }
  return s;
}

/* 1 / h^2 in each direction, the diagonal and 1 over it, of stretched levels. */
template <typename T> struct widths_of {
  T dx, dy, dz, diagonal, inverse;
};

template <typename T> widths_of<T> stretched_widths(const vf_level *level)
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

/* How the first smooth of several takes phi. */
enum single_start { AS_IT_IS, FROM_ZERO, ADDS_COARSE, SETS_COARSE };

/* Planes first .. last - 1 of a smooth, into to. coarse: the level whose phi is interpolated, or NULL; its
 * ghosts are filled. */
int smooth_single(const vf_engine *engine, const vf_level *level, float *to, int first, int last, single_start start,
                  const vf_level *coarse);
int smooth_single_variable(const vf_engine *engine, const vf_level *level, float *to, int first, int last,
                           single_start start, const vf_level *coarse);
int fill_ghosts_single(const vf_engine *engine, const vf_level *level);
int interpolate_single(const vf_engine *engine, const vf_level *fine, const vf_level *coarse, bool add);
int restrict_single(const vf_engine *engine, const vf_level *fine, const vf_level *coarse);
/* Planes first .. last - 1 of a correction; phi goes to `to`. */
int correct_single(const vf_engine *engine, const vf_level *level, const vf_correction *correction, double *to,
                   int first, int last, const vf_level *into);
/* The same for the variable operator, whose phi has taken the error before; all planes. */
int take_variable(vf_engine *engine, const vf_level *level, const vf_correction *correction, const vf_level *into,
                  double *norm);

} // namespace VF_LEVELS

#endif
