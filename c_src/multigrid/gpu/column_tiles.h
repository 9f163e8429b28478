/* Helpers for kernels whose blocks own a tile of columns and march in k. */
#ifndef VIEWFAB_MULTIGRID_GPU_COLUMN_TILES_H
#define VIEWFAB_MULTIGRID_GPU_COLUMN_TILES_H

#include <type_traits>

#include "level.h"

namespace VF_LEVELS {

/* The first and the last of the 32 pairs in a row of a tile are halo; a tile has two halo rows on both sides. */
enum { TILE_PAIRS = 30, TILE_CELLS = 2 * TILE_PAIRS, HALO_ROWS = 2 };

template <int value> struct constant {
  static constexpr int at = value;
};

__device__ __forceinline__ int wrapped(int i, int n)
{
  while (i < 0) i += n;
  while (i >= n) i -= n;
  return i;
}
__device__ __forceinline__ int clamped(int i, int low, int high) { return i < low ? low : i > high ? high : i; }

/* Planes one after the other, as the domain continues: wrapped, or clamped to the planes 0 .. last in memory. A clamped
 * plane only stands in for a plane outside, and its values do not count. */
struct planes {
  int k, n, last;
  bool periodic;
  __device__ planes(int first, int n_, int last_, bool periodic_)
      : k(periodic_ ? wrapped(first, n_) : first), n(n_), last(last_), periodic(periodic_)
  {
  }
  __device__ __forceinline__ unsigned at() const { return (unsigned)(periodic ? k : clamped(k, 0, last)); }
  __device__ __forceinline__ void next()
  {
    k++;
    if (periodic && k == n) k = 0;
  }
};

/* Two numbers side by side in memory. */
template <typename T> using pair_in_memory = std::conditional_t<sizeof(T) == sizeof(double), double2, float2>;
__device__ __forceinline__ double2 pair_made_of(double x, double y) { return make_double2(x, y); }
__device__ __forceinline__ float2 pair_made_of(float x, float y) { return make_float2(x, y); }

template <typename T> __device__ __forceinline__ T ghost(T w1, T w2, T self, T next)
{
  T value = w1 * self;
  if (w2 != 0) value += w2 * next;
  return value;
}

/* x / 6, correctly rounded like the division, in 3 operations. Not for |x| near the smallest numbers. */
__device__ __forceinline__ double sixth(double x)
{
  const double sixth_ = 1. / 6;
  const double q = x * sixth_;
  return copysign(fma(fma(-6., q, x), sixth_, q), x);
}

/* In single precision one rounding more does no harm. */
__device__ __forceinline__ float sixth(float x) { return x * (1.f / 6); }

/* The six neighbours of a cell at position pos of its pair: near is the other cell of the pair, far the neighbour on
 * the opposite side in x. */
template <typename T> struct neighbours {
  T near, far, south, north, below, above;
};

/* The place of a thread's pair and rows in the domain. */
struct place {
  bool west, last_first, last_second; /* the first cell is i = 0; the first or second cell is the last cell */
  int j;                              /* of the thread's first row */
};

template <typename T> __device__ __forceinline__ place place_of(const grid_of_type<T> &g, int i, int j)
{
  const bool open = !g.periodic[0];
  return { open && i == 0, open && i == g.n[0] - 1, open && i + 1 == g.n[0] - 1, j };
}

/* Replaces neighbours outside the domain by ghosts, made from the cell's old value. */
template <typename T>
__device__ __forceinline__ void fold(neighbours<T> &x, const grid_of_type<T> &g, const place &at, bool pos, int y,
                                     int k, T self)
{
  if (pos ? at.last_second : at.west) x.far = ghost(pos ? g.w1[3] : g.w1[0], pos ? g.w2[3] : g.w2[0], self, x.near);
  if (!pos && at.last_first) x.near = ghost(g.w1[3], g.w2[3], self, x.far);
  if (!g.periodic[1]) {
    if (at.j + y == 0) x.south = ghost(g.w1[1], g.w2[1], self, x.north);
    if (at.j + y == g.n[1] - 1) x.north = ghost(g.w1[4], g.w2[4], self, x.south);
  }
  if (!g.periodic[2]) {
    if (k == 0) x.below = ghost(g.w1[2], g.w2[2], self, x.above);
    if (k == g.n[2] - 1) x.above = ghost(g.w1[5], g.w2[5], self, x.below);
  }
}

/* Weights of the first cells of a cell's folded ghosts: 0 without a ghost. */
template <typename T> struct first_weights {
  T west, south, below, east, north, above;
};

template <typename T>
__device__ __forceinline__ first_weights<T> weights_of(const grid_of_type<T> &g, const place &at, bool pos, int y,
                                                       int k)
{
  return { !pos && at.west ? g.w1[0] : 0,
           at.j + y == 0 ? g.w1[1] : 0,
           k == 0 ? g.w1[2] : 0,
           (pos ? at.last_second : at.last_first) ? g.w1[3] : 0,
           at.j + y == g.n[1] - 1 ? g.w1[4] : 0,
           k == g.n[2] - 1 ? g.w1[5] : 0 };
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

/* The planes through which a block marches: the number with the least estimated time if at_once blocks run at once and
 * each block has `extra` planes to start and to end. */
inline int depth_of(int64_t tiles, int64_t at_once, int planes_, int extra)
{
  int best = planes_;
  double least = 1e300;
  for (int parts = 1; parts <= 64 && parts <= planes_; parts++) {
    const int depth = (planes_ + parts - 1) / parts;
    const int64_t blocks = tiles * ((planes_ + depth - 1) / depth);
    const double cost = (double)((blocks + at_once - 1) / at_once) * (depth + extra);
    if (cost < 0.999 * least) {
      least = cost;
      best = depth;
    }
  }
  return best;
}

/* Coefficients of a cell: the right-hand side, alpha a, and the faces. */
template <typename T> struct cell {
  T rhs, mass, west, east, south, north, below, above;
};

/* The relaxed value of a cell of the variable operator. c: helmholtz or float_coefficients. */
template <bool whole, typename C, typename T>
__device__ __forceinline__ T relaxed(const C &c, T self, const cell<T> &b, T above, const neighbours<T> &x, bool pos,
                                     const first_weights<T> &w)
{
  const T diagonal = VF_HELMHOLTZ_DIAGONAL(b.mass, c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above);
  const T west = pos ? x.near : x.far, east = pos ? x.far : x.near;
  const T around = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above, west,
                                           east, x.south, x.north, x.below, x.above);
  const T value = VF_HELMHOLTZ_RELAXED(self, c.omega, diagonal, b.rhs, around);
  if (!whole) return value;
  const T part = VF_HELMHOLTZ_NEIGHBOURS(c.dx, c.dy, c.dz, b.west, b.east, b.south, b.north, b.below, above, w.west,
                                         w.east, w.south, w.north, w.below, w.above);
  return VF_WITH_WHOLE_DIAGONAL(self, value, diagonal, part);
}

} // namespace VF_LEVELS

#endif
