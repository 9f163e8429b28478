/* Interpolation of a coarse level during a march in k, in both precisions. In one plane, a thread's pair of cells in two
 * rows are children of one coarse cell. */
#ifndef VIEWFAB_MULTIGRID_GPU_INTERPOLATED_H
#define VIEWFAB_MULTIGRID_GPU_INTERPOLATED_H

#include "column_tiles.h"

namespace VF_LEVELS {

/* The position of the coarse level: over 2 x 2 x 2 equal cells, over a graded coarsening that halves all directions, or
 * over a coarsening that halves only x and y. */
enum coarsening_kind { PLAIN, GRADED, FLAT };

inline coarsening_kind coarsening_of(const vfi_level *coarse)
{
  return !coarse || !coarse->coarsening.graded ? PLAIN : coarse->coarsening.halved[2] ? GRADED : FLAT;
}

/* phi of the coarse level, with filled ghosts, and the parts of its coarsening. */
template <typename T> struct coarse_phi {
  const T *at;
  ptrdiff_t row, plane; /* in elements */
  int last[3];          /* the last coarse cell */
  const double *low[3], *high[3];
};

template <typename T> coarse_phi<T> coarse_of(const vfi_level *coarse)
{
  if (!coarse) return {};
  const ptrdiff_t in_double = sizeof(double) / sizeof(T);
  coarse_phi<T> c = {
    (const T *)coarse->phi.at, in_double * coarse->phi.row, in_double * coarse->phi.plane, {}, {}, {}
  };
  for (int d = 0; d < 3; d++) {
    c.last[d] = coarse->n[d] - 1;
    c.low[d] = coarse->coarsening.low[d];
    c.high[d] = coarse->coarsening.high[d];
  }
  return c;
}

/* The parts of a coarse cell's neighbours in z in the values of its children; for a graded coarsening. */
template <typename T, bool graded> struct parts_in_z {
  T below, above;
};
template <typename T> struct parts_in_z<T, false> {
  static constexpr T below = 0, above = 0;
};

/* A coarse cell and its neighbours in its plane. */
template <typename T, coarsening_kind coarsening> struct parent : parts_in_z<T, coarsening != PLAIN> {
  T self, west, east, south, north;
};

/* The column of coarse cells above a thread's pair and rows. Cells outside the domain load values from inside, and their
 * values do not count. */
template <typename T, coarsening_kind coarsening> struct parents {
  using parent = VF_LEVELS::parent<T, coarsening>;
  using pair = pair_in_memory<T>;
  static constexpr bool graded = coarsening != PLAIN;
  const coarse_phi<T> &coarse;
  const T *column;
  float4 *parts; /* for a graded coarsening, parts of neighbours in x and y: a thread's own shared memory, because
                    registers are scarce */
  __device__ __forceinline__ parents(const coarse_phi<T> &c, const grid_of_type<T> &g, int i, int j, float4 *kept)
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
  __device__ __forceinline__ const T *above(int k, unsigned none) const
  {
    return column + (clamped(coarsening == FLAT ? k : k >> 1, -1, coarse.last[2] + 1) + (int)none) * coarse.plane;
  }
  __device__ __forceinline__ T part_below(int k) const
  {
    return coarsening == GRADED ? (T)coarse.low[2][clamped(k >> 1, 0, coarse.last[2])] : 0;
  }
  __device__ __forceinline__ T part_above(int k) const
  {
    return coarsening == GRADED ? (T)coarse.high[2][clamped(k >> 1, 0, coarse.last[2])] : 0;
  }
  __device__ __forceinline__ T self_of(int k, unsigned none) const { return *above(k, none); }
  __device__ __forceinline__ void sides(parent &p, int k, unsigned none) const
  {
    const T *at = above(k, none);
    p.west = at[-1];
    p.east = at[1];
    p.south = at[-coarse.row];
    p.north = at[coarse.row];
  }
  __device__ __forceinline__ parent of(int k, unsigned none = 0) const
  {
    parent p;
    p.self = self_of(k, none);
    sides(p, k, none);
    if constexpr (graded) {
      p.below = part_below(k);
      p.above = part_above(k);
    }
    return p;
  }
  /* The pair of row y with interpolated values, added to v if adds; beside is the coarse neighbour in z on the
   * children's side, and part its part. */
  template <bool adds> __device__ __forceinline__ pair corrected(pair v, const parent &p, T beside, T part, int y) const
  {
    T one, two;
    if (graded) {
      const float4 t = *parts;
      const T beside_y = y ? p.north : p.south, part_y = y ? t.w : t.z;
      const T across = coarsening == FLAT ? part_y * beside_y : VF_ACROSS(part_y, beside_y, part, beside);
      const T rest = 1 - part_y - part;
      one = VF_GRADED(p.self, p.west, t.x, rest, across);
      two = VF_GRADED(p.self, p.east, t.y, rest, across);
    } else {
      const T across = (y ? p.north : p.south) + beside;
      one = VF_INTERPOLATED(p.self + p.west, across);
      two = VF_INTERPOLATED(p.self + p.east, across);
    }
    return adds ? pair_made_of(v.x + one, v.y + two) : pair_made_of(one, two);
  }
};

} // namespace VF_LEVELS

#endif
