/* Helpers for smooths of levels in single precision, like column_tiles.h and interpolated.h for levels in double. */
#ifndef VIEWFAB_MULTIGRID_GPU_SINGLE_TILES_H
#define VIEWFAB_MULTIGRID_GPU_SINGLE_TILES_H

#include "single.h"

namespace VF_LEVELS {

/* phi of the coarse level, with filled ghosts, and the parts of its coarsening. */
struct coarse_floats {
  const float *at;
  ptrdiff_t row, plane;
  int last[3]; /* the last coarse cell */
  const double *low[3], *high[3];
};

inline coarse_floats coarse_floats_of(const vfi_level *coarse)
{
  if (!coarse) return {};
  coarse_floats c = { (const float *)coarse->phi.at, 2 * coarse->phi.row, 2 * coarse->phi.plane, {}, {}, {} };
  for (int d = 0; d < 3; d++) {
    c.last[d] = coarse->n[d] - 1;
    c.low[d] = coarse->coarsening.low[d];
    c.high[d] = coarse->coarsening.high[d];
  }
  return c;
}

/* The position of the coarse level: over 2 x 2 x 2 equal cells, over a graded coarsening that halves all directions, or
 * over a coarsening that halves only x and y. */
enum coarsening_kind { PLAIN, GRADED, FLAT };

inline coarsening_kind coarsening_of(const vfi_level *coarse)
{
  return !coarse || !coarse->coarsening.graded ? PLAIN : coarse->coarsening.halved[2] ? GRADED : FLAT;
}

/* below, above: parts of the children's neighbours in z, for a graded coarsening. */
struct float_parent {
  float self, west, east, south, north, below, above;
};

/* The column of coarse cells above a thread's pair and rows; see interpolated.h. */
template <coarsening_kind coarsening> struct float_parents {
  static constexpr bool graded = coarsening != PLAIN;
  const coarse_floats &coarse;
  const float *column;
  float4 *
      parts; /* for a graded coarsening, parts of neighbours in x and y: a thread's own shared memory, because registers
                    are scarce */
  __device__ __forceinline__ float_parents(const coarse_floats &c, const single_grid &g, int i, int j, float4 *kept)
      : coarse(c), parts(kept)
  {
    const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, (g.n[0] - 1) & ~1);
    const int in_j = g.periodic[1] ? wrapped(j, g.n[1]) : clamped(j, 0, (g.n[1] - 1) & ~1);
    column = c.at + in_i / 2 + in_j / 2 * c.row;
    if (!graded) return;
    *parts = make_float4((float)c.low[0][in_i / 2], (float)c.high[0][in_i / 2], (float)c.low[1][in_j / 2],
                         (float)c.high[1][in_j / 2]);
  }
  /* The parents of fine plane k, a plane number of `planes`; none is 0. */
  __device__ __forceinline__ const float *above(int k, unsigned none) const
  {
    return column + (clamped(coarsening == FLAT ? k : k >> 1, -1, coarse.last[2] + 1) + (int)none) * coarse.plane;
  }
  __device__ __forceinline__ float part_below(int k) const
  {
    return coarsening == GRADED ? (float)coarse.low[2][clamped(k >> 1, 0, coarse.last[2])] : 0;
  }
  __device__ __forceinline__ float part_above(int k) const
  {
    return coarsening == GRADED ? (float)coarse.high[2][clamped(k >> 1, 0, coarse.last[2])] : 0;
  }
  __device__ __forceinline__ float_parent of(int k, unsigned none = 0) const
  {
    const float *at = above(k, none);
    return { at[0], at[-1], at[1], at[-coarse.row], at[coarse.row], part_below(k), part_above(k) };
  }
  __device__ __forceinline__ float self_of(int k, unsigned none) const { return *above(k, none); }
  __device__ __forceinline__ void sides(float_parent &p, int k, unsigned none) const
  {
    const float *at = above(k, none);
    p.west = at[-1];
    p.east = at[1];
    p.south = at[-coarse.row];
    p.north = at[coarse.row];
  }
  /* The pair of row y with interpolated values, added to v if adds; beside is the coarse neighbour in z on the
   * children's side, and part its part. */
  template <bool adds>
  __device__ __forceinline__ float2 corrected(float2 v, const float_parent &p, float beside, float part, int y) const
  {
    float one, two;
    if (graded) {
      const float4 t = *parts;
      const float beside_y = y ? p.north : p.south, part_y = y ? t.w : t.z;
      const float across = coarsening == FLAT ? part_y * beside_y : VF_ACROSS(part_y, beside_y, part, beside);
      const float rest = 1 - part_y - part;
      one = VF_GRADED(p.self, p.west, t.x, rest, across);
      two = VF_GRADED(p.self, p.east, t.y, rest, across);
    } else {
      const float across = (y ? p.north : p.south) + beside;
      one = VF_INTERPOLATED(p.self + p.west, across);
      two = VF_INTERPOLATED(p.self + p.east, across);
    }
    return adds ? make_float2(v.x + one, v.y + two) : make_float2(one, two);
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

/* Like fold of column_tiles.h. */
__device__ __forceinline__ void fold_floats(float_neighbours &x, const single_grid &g, const place &at, bool pos, int y,
                                            int k, float self)
{
  if (pos ? at.last_second : at.west)
    x.far = ghost_of_two(pos ? g.w1[3] : g.w1[0], pos ? g.w2[3] : g.w2[0], self, x.near);
  if (!pos && at.last_first) x.near = ghost_of_two(g.w1[3], g.w2[3], self, x.far);
  if (!g.periodic[1]) {
    if (at.j + y == 0) x.south = ghost_of_two(g.w1[1], g.w2[1], self, x.north);
    if (at.j + y == g.n[1] - 1) x.north = ghost_of_two(g.w1[4], g.w2[4], self, x.south);
  }
  if (!g.periodic[2]) {
    if (k == 0) x.below = ghost_of_two(g.w1[2], g.w2[2], self, x.above);
    if (k == g.n[2] - 1) x.above = ghost_of_two(g.w1[5], g.w2[5], self, x.below);
  }
}

/* Weights of the first cells of a cell's folded ghosts; near and far have the weights at the
 * low and the high face in x. */
__device__ __forceinline__ float_neighbours folded_weights(const single_grid &g, const place &at, bool pos, int y,
                                                           int k)
{
  return { !pos && at.west ? g.w1[0] : 0, (pos ? at.last_second : at.last_first) ? g.w1[3] : 0,
           at.j + y == 0 ? g.w1[1] : 0,   at.j + y == g.n[1] - 1 ? g.w1[4] : 0,
           k == 0 ? g.w1[2] : 0,          k == g.n[2] - 1 ? g.w1[5] : 0 };
}

} // namespace VF_LEVELS

#endif
