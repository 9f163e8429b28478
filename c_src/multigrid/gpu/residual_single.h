/* Residuals for cycles in single precision, of pairs of cells: a kernel's data of a level, and
 * ghosts made when needed. */
#ifndef VIEWFAB_MULTIGRID_GPU_RESIDUAL_SINGLE_H
#define VIEWFAB_MULTIGRID_GPU_RESIDUAL_SINGLE_H

#include "single.h"

namespace VF_LEVELS {

// Planes in memory, as the domain continues.
struct plane_range {
  int low, high, n;
  bool periodic;
  __device__ __forceinline__ int at(int k) const { return periodic ? wrapped(k, n) : clamped(k, low, high); }
};

__device__ __forceinline__ plane_range planes_of(const single_grid &g)
{
  return { g.stored[0] ? -1 : 0, g.stored[1] ? g.n[2] : g.n[2] - 1, g.n[2], g.periodic[2] };
}

// The places of a thread's pair and two rows, in elements. Neighbours are places in memory; ghosts replace them later.
struct own_columns {
  int i, j;
  int row[4];    // rows j - 1 .. j + 2
  int beside[2]; // the element beside the pair of the first or last lane
  bool inside, edge, west, east, south, north;
  bool no_second, no_row; // the pair has no second cell; the two rows end with the first row
};

// Numbers of either type, in pairs.
template <typename T> struct pair_of {
  T x, y;
};

template <typename T> struct weights {
  T one[6], two[6];
};

template <typename T> __device__ __forceinline__ T ghost_at(const weights<T> &w, int face, T self, T next)
{
  return ghost(w.one[face], w.two[face], self, next);
}

// middle: the east neighbour of the first cell of the pair.
template <typename T> struct around_pair {
  T west, middle, east;
  pair_of<T> low, high, south, north;
};

// The neighbours of a thread's pair of row y (0 or 1), from three planes of its two rows, the rows beside them and the
// elements beside the pair.
template <typename T>
__device__ __forceinline__ around_pair<T>
around_of(const pair_of<T> *below, const pair_of<T> *here, const pair_of<T> *above, const pair_of<T> *sides, T end,
          int y, int k, const own_columns &c, const single_grid &g, const weights<T> &w)
{
  const pair_of<T> self = here[y];
  pair_of<T> low = below[y], high = above[y], south = y ? here[0] : sides[0], north = y ? sides[1] : here[1];
  T west = VF_FROM_LANE_BELOW(self.y), east = VF_FROM_LANE_ABOVE(self.x);
  if (threadIdx.x == 0) west = end;
  else if (c.edge) east = end;
  T middle = self.y;
  if (c.west) west = ghost_at(w, 0, self.x, self.y);
  if (c.no_second) middle = ghost_at(w, 3, self.x, west);
  if (c.east) east = ghost_at(w, 3, self.y, self.x);
  if (y == 0 && c.south) south = { ghost_at(w, 1, self.x, north.x), ghost_at(w, 1, self.y, north.y) };
  if (y == 0 && c.no_row) north = { ghost_at(w, 4, self.x, south.x), ghost_at(w, 4, self.y, south.y) };
  if (y == 1 && c.north) north = { ghost_at(w, 4, self.x, south.x), ghost_at(w, 4, self.y, south.y) };
  if (k == 0 && !g.periodic[2] && !g.stored[0])
    low = { ghost_at(w, 2, self.x, high.x), ghost_at(w, 2, self.y, high.y) };
  if (k == g.n[2] - 1 && !g.periodic[2] && !g.stored[1])
    high = { ghost_at(w, 5, self.x, low.x), ghost_at(w, 5, self.y, low.y) };
  return { west, middle, east, low, high, south, north };
}

// Missing children count 0.
template <typename T>
__device__ __forceinline__ pair_of<T> child_of(const pair_of<T> &left, int y, const own_columns &c)
{
  return { y && c.no_row ? 0 : left.x, c.no_second || (y && c.no_row) ? 0 : left.y };
}

// The residual for the right-hand side f.
template <bool anisotropic, typename T>
__device__ __forceinline__ pair_of<T> left_of(const pair_of<T> *below, const pair_of<T> *here, const pair_of<T> *above,
                                              const pair_of<T> *sides, T end, pair_of<T> f, int y, int k,
                                              const own_columns &c, const single_grid &g, const weights<T> &w,
                                              T inverse_h2, const widths_of<T> &w3)
{
  const pair_of<T> self = here[y];
  const around_pair<T> n = around_of(below, here, above, sides, end, y, k, c, g, w);
  const T west = n.west, east = n.east;
  const pair_of<T> south = n.south, north = n.north, low = n.low, high = n.high;
  if (anisotropic) {
    const T one = VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, west, n.middle, south.x, north.x, low.x, high.x);
    const T two = VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, self.x, east, south.y, north.y, low.y, high.y);
    return { f.x - VF_ANISOTROPIC_APPLIED(one, w3.diagonal, self.x),
             f.y - VF_ANISOTROPIC_APPLIED(two, w3.diagonal, self.y) };
  }
  return { f.x - VF_POISSON_APPLIED(VF_SUM_OF_6(west, n.middle, south.x, north.x, low.x, high.x), self.x, inverse_h2),
           f.y - VF_POISSON_APPLIED(VF_SUM_OF_6(self.x, east, south.y, north.y, low.y, high.y), self.y, inverse_h2) };
}

struct correction_numbers {
  double give, take, inverse_h2;
  ptrdiff_t row, plane; // of phi and rhs
};

inline correction_numbers numbers_of(const vfi_correction *correction)
{
  const vfi_level *of = correction->of;
  return { correction->give, correction->take, VF_OVER_H2(1, of->h[0]), of->phi.row, of->phi.plane };
}

template <typename T> inline weights<T> weights_of(const vfi_level *level)
{
  const grid g = grid_of(level);
  weights<T> w;
  for (int f = 0; f < 6; f++) {
    w.one[f] = (T)g.w1[f];
    w.two[f] = (T)g.w2[f];
  }
  return w;
}

/* Planes first .. last - 1 of a correction without means for a coarser level; phi goes to `to`. */
int correct_few(const vfi_engine *engine, const vfi_level *level, const vfi_correction *correction, double *to,
                int first, int last);

} // namespace VF_LEVELS

#endif
