/* For smooths of levels in single precision, as column_tiles.h and interpolated.h for those in double. */
#ifndef VIEWFAB_MULTIGRID_GPU_SINGLE_TILES_H
#define VIEWFAB_MULTIGRID_GPU_SINGLE_TILES_H

#include "single.h"

namespace VF_LEVELS {

/* phi of the coarse level, whose ghosts are filled. */
struct coarse_floats {
  const float *at;
  ptrdiff_t row, plane;
};

inline coarse_floats coarse_floats_of(const vf_field *phi)
{
  if (!phi) return {};
  return { (const float *)phi->at, 2 * phi->row, 2 * phi->plane };
}

struct float_parent {
  float self, west, east, south, north;
};

/* The column of coarse cells above a thread's pair and rows; see interpolated.h. */
struct float_parents {
  const float *column;
  ptrdiff_t row, plane;
  int last;
  __device__ __forceinline__ float_parents(const coarse_floats &coarse, const single_grid &g, int i, int j)
      : row(coarse.row), plane(coarse.plane), last(g.n[2] / 2)
  {
    const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, g.n[0] - 2);
    const int in_j = g.periodic[1] ? wrapped(j, g.n[1]) : clamped(j, 0, g.n[1] - 2);
    column = coarse.at + in_i / 2 + in_j / 2 * row;
  }
  __device__ __forceinline__ float_parent of(int k, unsigned none = 0) const
  {
    const float *at = column + (clamped(k >> 1, -1, last) + (int)none) * plane;
    return { at[0], at[-1], at[1], at[-row], at[row] };
  }
  __device__ __forceinline__ float self_of(int k, unsigned none) const
  {
    return column[(clamped(k >> 1, -1, last) + (int)none) * plane];
  }
  __device__ __forceinline__ void sides(float_parent &p, int k, unsigned none) const
  {
    const float_parent all = of(k, none);
    p.west = all.west;
    p.east = all.east;
    p.south = all.south;
    p.north = all.north;
  }
};

struct float_neighbours {
  float near, far, south, north, below, above;
};

__device__ __forceinline__ place place_of_pair(const single_grid &g, int i, int j)
{
  const bool open = !g.periodic[0];
  return { open && i == 0, open && i == g.n[0] - 1, open && i + 1 == g.n[0] - 1, j };
}

/* As fold of column_tiles.h; the first cell of a pair is never the last one of its row. */
__device__ __forceinline__ void fold_floats(float_neighbours &x, const single_grid &g, const place &at, bool pos, int y,
                                            int k, float self)
{
  if (pos ? at.last_second : at.west)
    x.far = ghost_of_two(pos ? g.w1[3] : g.w1[0], pos ? g.w2[3] : g.w2[0], self, x.near);
  if (!g.periodic[1]) {
    if (at.j + y == 0) x.south = ghost_of_two(g.w1[1], g.w2[1], self, x.north);
    if (at.j + y == g.n[1] - 1) x.north = ghost_of_two(g.w1[4], g.w2[4], self, x.south);
  }
  if (!g.periodic[2]) {
    if (k == 0) x.below = ghost_of_two(g.w1[2], g.w2[2], self, x.above);
    if (k == g.n[2] - 1) x.above = ghost_of_two(g.w1[5], g.w2[5], self, x.below);
  }
}

/* The weights of a cell's first folded cells, added as the neighbours are by smooths of the whole diagonal. */
__device__ __forceinline__ float folded_weights(const single_grid &g, const place &at, bool pos, int y, int k)
{
  return VF_SUM_OF_6(!pos && at.west ? g.w1[0] : 0, at.j + y == 0 ? g.w1[1] : 0, k == 0 ? g.w1[2] : 0,
                     pos && at.last_second ? g.w1[3] : 0, at.j + y == g.n[1] - 1 ? g.w1[4] : 0,
                     k == g.n[2] - 1 ? g.w1[5] : 0);
}

} // namespace VF_LEVELS

#endif
