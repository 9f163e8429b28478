/* The march that the smooths of one pass over memory share (smooth_constant.h, smooth_variable.h). A thread has a pair of
 * cells in x times two rows and marches in k; the first colour runs one plane ahead of the second. Values of the other
 * colour come from the thread's registers for its own columns, and otherwise through shared memory, with one barrier for
 * each plane. */
#ifndef VIEWFAB_MULTIGRID_GPU_SMOOTH_TILES_H
#define VIEWFAB_MULTIGRID_GPU_SMOOTH_TILES_H

#include "interpolated.h"
#include "views.h"

namespace VF_LEVELS {

constexpr int rows_per_thread = 2;

/* Flags of a thread. STORES, ROW_DONE and TILE_BEFORE have a bit for each row. */
enum {
  STORES = 1,         /* the pair of a row is the thread's own */
  AT_FACE = 4,        /* a cell lies at a face in x or y */
  WHOLE_PAIR = 8,     /* the second cell lies in the domain */
  BESIDE = 16,        /* of views: the second cell lies beside the first in memory */
  ROW_DONE = 32,      /* in place: the first colour of a row is done already */
  TILE_BEFORE = 128,  /* in place: the second cell waits for its second colour since the tile before */
  PAIR_DONE = 512,    /* in place: the first colour of the pair is done already */
  SECOND_DONE = 1024, /* in place: the first colour of the second cell is done already */
  WAITS = 2048        /* in place: the second colour of the second cell comes with the next tile */
};

/* A thread's first cell (i, j), its lane and first row in a tile of `rows` rows, and the planes z0 .. z1 - 1 of its block. */
template <int rows, int kind> struct thread_place {
  static constexpr bool in_place = kind == VIEWS_IN_PLACE;
  static constexpr int halo = in_place ? 1 : HALO_ROWS;
  int tile_x, lane, row, i, j, z0, z1;
  __device__ __forceinline__ thread_place(int tile, int first, int last, int depth)
      : tile_x(tile), lane((int)threadIdx.x), row((int)threadIdx.y * rows_per_thread),
        i(2 * (tile * TILE_PAIRS - 1 + lane)), j((int)blockIdx.y * (rows - 2 * halo) - halo + row),
        z0(first + (int)blockIdx.z * depth), z1(min(last, z0 + depth))
  {
  }
  /* The first plane of the march. In step number s the cells at position (y + s) & 1 of the pairs are updated: the first
   * colour in plane k, the second in k - 1. */
  __device__ __forceinline__ int first_plane(int parity) const
  {
    const int k = z0 - 1;
    return (k + parity + halo) & 1 ? k - 1 : k;
  }
  /* The flags of the thread's pair, to which flags_of_row adds the flags of row y. */
  template <typename T> __device__ __forceinline__ int flags_of_pair(const grid_of_type<T> &g, const place &at) const
  {
    int flags = at.west || at.last_first || at.last_second ? AT_FACE : 0;
    if (sizeof(T) == sizeof(double) && i + 1 < g.n[0]) flags |= WHOLE_PAIR;
    if (kind != LEVEL && (g.periodic[0] || clamped(i, 0, g.n[0] - 1) < clamped(i + 1, 0, g.n[0] - 1))) flags |= BESIDE;
    if (in_place && (lane == 0 || i >= g.n[0])) flags |= PAIR_DONE;
    if (in_place && g.periodic[0] && i + 1 == g.n[0] - 1) flags |= SECOND_DONE;
    if (in_place && lane == TILE_PAIRS && i + 1 != g.n[0] - 1) flags |= WAITS;
    return flags;
  }
  template <typename T> __device__ __forceinline__ void flags_of_row(const grid_of_type<T> &g, int y, int &flags) const
  {
    const bool own_row = row + y >= halo && row + y < rows - halo && j + y < g.n[1];
    if (lane >= 1 && lane <= TILE_PAIRS && own_row && i < g.n[0]) flags |= STORES << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) flags |= AT_FACE;
    if (!in_place) return;
    if (!own_row || row + y == halo || row + y == rows - halo - 1 || j + y == g.n[1] - 1) flags |= ROW_DONE << y;
    if (own_row && lane == 0 && tile_x > 0) flags |= TILE_BEFORE << y;
  }
};

/* An index as the domain continues: wrapped, or clamped to 0 .. last. Cells outside the domain load values from inside,
 * and do not count. */
__device__ __forceinline__ int inside(int i, int n, bool periodic, int last)
{
  return periodic ? wrapped(i, n) : clamped(i, 0, last);
}

/* Bits of a number that has arrived from memory; see `load` of smooth_constant.h. */
__device__ __forceinline__ unsigned bits_of(double arrived) { return (unsigned)__double2loint(arrived); }
__device__ __forceinline__ unsigned bits_of(float arrived) { return (unsigned)__float_as_int(arrived); }

/* The neighbours of row y of a pair in the planes below, here and above; other: the other colour of the thread's columns,
 * tile: its rows in shared memory from the row before the thread's rows on. */
template <typename T>
__device__ __forceinline__ neighbours<T> around(const T (&other)[3][rows_per_thread], const T (*tile)[32], int lane,
                                                int y, bool pos, int below, int here, int above)
{
  return { other[here][y],
           tile[y + 1][lane + (pos ? 1 : -1)],
           y == 0 ? tile[0][lane] : other[here][0],
           y == 0 ? other[here][1] : tile[3][lane],
           other[below][y],
           other[above][y] };
}

/* Stores the pair of row y at an offset in bytes. Levels in single precision have room for the second cell of each pair. */
template <int kind, typename T>
__device__ __forceinline__ void store_pair(T *to, unsigned long long offset, int flags, int y, bool pos, T other,
                                           T result)
{
  T *const out = (T *)((char *)to + offset);
  if (flags & (STORES << y)) {
    const pair_in_memory<T> v = pos ? pair_made_of(other, result) : pair_made_of(result, other);
    if (kind == LEVEL && (sizeof(T) == sizeof(float) || flags & WHOLE_PAIR)) *(pair_in_memory<T> *)out = v;
    else {
      out[0] = v.x;
      if (kind != LEVEL && flags & WHOLE_PAIR) out[1] = v.y;
    }
  } else if (kind == VIEWS_IN_PLACE && pos && flags & (TILE_BEFORE << y)) out[1] = result;
}

/* The blocks of a smooth with tiles of `inner` rows without halo, and the planes through which each block marches. extra: see
 * depth_of. */
struct march {
  dim3 blocks;
  int depth;
};

inline march march_over(const vfi_engine *engine, const int n[3], int tiles_x, int inner, int planes_, int at_once,
                        int extra)
{
  const int tiles_y = (n[1] + inner - 1) / inner;
  const int depth = depth_of((int64_t)tiles_x * tiles_y,
                             (int64_t)at_once * ((const workbench *)engine->state)->multiprocessors, planes_, extra);
  return { dim3((unsigned)tiles_x, (unsigned)tiles_y, (unsigned)((planes_ + depth - 1) / depth)), depth };
}

inline int tiles_in_x(const int n[3]) { return (n[0] + TILE_CELLS - 1) / TILE_CELLS; }

} // namespace VF_LEVELS

#endif
