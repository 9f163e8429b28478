/* For kernels whose blocks own a tile of columns and march in k. */
#ifndef VIEWFAB_MULTIGRID_GPU_COLUMN_TILES_H
#define VIEWFAB_MULTIGRID_GPU_COLUMN_TILES_H

#include "level.h"

namespace VF_LEVELS {

/* The first and the last pair of the 32 in a row of a tile are halo; rows are halo of two cells on both sides. */
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

/* Planes one after the other, as the domain continues: wrapped, or held at 0 .. last, which exist, and count for
 * nothing where they are not their own. */
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

__device__ __forceinline__ double2 pair_at(const void *row, unsigned k, unsigned plane_bytes)
{
  return *(const double2 *)((const char *)row + (unsigned long long)k * plane_bytes);
}

__device__ __forceinline__ double ghost(double w1, double w2, double self, double next)
{
  double value = w1 * self;
  if (w2 != 0) value += w2 * next;
  return value;
}

/* x / 6, correctly rounded: what the division gives, in 3 operations. Not for |x| near the smallest numbers. */
__device__ __forceinline__ double sixth(double x)
{
  const double sixth_ = 1. / 6;
  const double q = x * sixth_;
  return copysign(fma(fma(-6., q, x), sixth_, q), x);
}

/* The six neighbours of a cell at position pos of its pair: near is the other cell of the pair, far the one beyond. */
struct neighbours {
  double near, far, south, north, below, above;
};

/* Where a thread's pair and rows stand in the domain. */
struct place {
  bool west, last_first, last_second; /* first cell is i = 0; first or second cell is the last one */
  int j;                              /* of the thread's first row */
};

__device__ __forceinline__ place place_of(const grid &g, int i, int j)
{
  const bool open = !g.periodic[0];
  return { open && i == 0, open && i == g.n[0] - 1, open && i + 1 == g.n[0] - 1, j };
}

/* Puts ghosts in the place of neighbours outside the domain, from what the cell itself held before. */
__device__ __forceinline__ void fold(neighbours &x, const grid &g, const place &at, bool pos, int y, int k, double self)
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

/* Weights of a cell's first folded cells: 0 where it has no ghost. */
struct first_weights {
  double west, south, below, east, north, above;
};

__device__ __forceinline__ first_weights weights_of(const grid &g, const place &at, bool pos, int y, int k)
{
  return { !pos && at.west ? g.w1[0] : 0,
           at.j + y == 0 ? g.w1[1] : 0,
           k == 0 ? g.w1[2] : 0,
           (pos ? at.last_second : at.last_first) ? g.w1[3] : 0,
           at.j + y == g.n[1] - 1 ? g.w1[4] : 0,
           k == g.n[2] - 1 ? g.w1[5] : 0 };
}

/* Planes a block marches through: what is estimated to take least, when so many blocks run at once and each of them
 * has `extra` planes to start and to end. */
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

} // namespace VF_LEVELS

#endif
