/* One red-black smooth of the 7-point Laplacian in one pass over memory, out of place or in place on views, in both
 * precisions; smooth_constant_gpu.cu and smooth_single_gpu.cu launch it. */
#ifndef VIEWFAB_MULTIGRID_GPU_SMOOTH_CONSTANT_H
#define VIEWFAB_MULTIGRID_GPU_SMOOTH_CONSTANT_H

#include "smooth_tiles.h"

namespace VF_LEVELS {

namespace {

/* Rows of a tile: as many as the registers of a multiprocessor allow, for one block. */
template <typename T, smooth_start start> struct constant_tile {
  static constexpr int rows = sizeof(T) == sizeof(float) ? 40 : start == FROM_ZERO ? 32 : 24;
  static constexpr int threads = 32 * rows / rows_per_thread;
};

/* view, kind: see views.h; only in double. w3: of anisotropic levels. never: 0. */
template <typename T, smooth_start start, bool over, bool whole, coarsening_kind coarsening, int kind, bool anisotropic>
__device__ __forceinline__ void
smooth_tile(const int tile_x, T *__restrict__ to, const T *__restrict__ phi, const T *__restrict__ rhs,
            const grid_of_type<T> g, const T h2, const T omega, const int first, const int last, const int depth,
            const int never, const coarse_phi<T> coarse, const of_views view, const widths_of<T> w3)
{
  using pair = pair_in_memory<T>;
  constexpr bool adds = start == ADDS_COARSE, interpolates = adds || start == SETS_COARSE,
                 reads = adds || start == AS_IT_IS;
  constexpr bool views = kind != LEVEL, in_place = kind == VIEWS_IN_PLACE;
  constexpr int rows = constant_tile<T, start>::rows;
  // In double, registers are too scarce for the parents of a thread.
  constexpr bool keeps_parents = interpolates && sizeof(T) == sizeof(double);
  using column = parents<T, coarsening>;
  // [plane parity][colour: old second, new first][row][pair]; rows beside the tile are read, but
  // their values do not count
  __shared__ T shared[2][2][rows + 2][32];
  __shared__ typename column::parent kept_parents[keeps_parents ? rows / rows_per_thread : 1][32]; // a thread's own
  __shared__ float4 kept_parts[coarsening == PLAIN ? 1 : rows / rows_per_thread][32];              // a thread's own
  const thread_place<rows, kind> t(tile_x, first, last, depth);
  const int lane = t.lane, row = t.row, i = t.i, j = t.j, z0 = t.z0, z1 = t.z1;
  const place at = place_of(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(T);
  const int last_i = views ? g.n[0] - 1 : (g.n[0] - 1) & ~1, in_i = inside(i, g.n[0], g.periodic[0], last_i);
  // In place no cell needs the values of the last lane; this lane uses the sectors of memory of the lane before.
  const int rhs_i = in_place && lane == 31 ? inside(i - 2, g.n[0], g.periodic[0], last_i) : in_i;
  int flags = t.flags_of_pair(g, at);
  unsigned offset[rows_per_thread], offset_rhs[rows_per_thread]; // in bytes
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    const int in_j = inside(j + y, g.n[1], g.periodic[1], g.n[1] - 1);
    offset[y] = (unsigned)(in_i + in_j * g.row) * (unsigned)sizeof(T);
    offset_rhs[y] = views ? (unsigned)rhs_i * (unsigned)sizeof(T) + (unsigned)in_j * view.rhs.row : offset[y];
    t.flags_of_row(g, y, flags);
  }
  VF_KEEP(flags);
  int k = t.first_plane(g.parity), end = z1 + 1;
  VF_KEEP(end);
  planes of_phi(k - 1, g.n[2], g.n[2] - 1, g.periodic[2]), of_rhs(k, g.n[2], g.n[2] - 1, g.periodic[2]);

  // x[0]: the second colour before the smooth, x[1]: the first colour after the smooth, three planes each, in turn.
  // own: the first colour before the smooth. Two planes are under way.
  T x[2][3][rows_per_thread], own[2][rows_per_thread], rhs_first[2][rows_per_thread], rhs_second[2][rows_per_thread];
  pair next_phi[2][rows_per_thread], next_rhs[2][rows_per_thread], last_phi[rows_per_thread], last_rhs[rows_per_thread];
  auto pair_at = [&](const T *field, int y, unsigned plane) {
    return *(const pair *)((const char *)field + ((unsigned long long)plane * plane_bytes + offset[y]));
  };
  auto phi_at = [&](int y, unsigned plane) {
    if constexpr (!reads) return pair_made_of(T(0), T(0));
    else if constexpr (views) return cells_at(view.phi, plane, plane_bytes, offset[y], flags & BESIDE);
    else return pair_at(phi, y, plane);
  };
  auto rhs_at = [&](int y, unsigned plane) {
    if constexpr (views) return cells_at(rhs, plane, view.rhs.plane, offset_rhs[y], flags & BESIDE);
    else return pair_at(rhs, y, plane);
  };
#pragma unroll
  for (int c = 0; c < 2; c++)
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++)
      x[c][0][y] = x[c][1][y] = x[c][2][y] = rhs_first[c][y] = rhs_second[c][y] = 0;
  unsigned plane = of_phi.at();
  // Planes k - 1 and k have different parents. From plane k on, a load brings the second half of the children of one
  // coarse plane, and the first half of the children of the next coarse plane.
  const column parents_of(coarse, g, i, j, &kept_parts[coarsening == PLAIN ? 0 : threadIdx.y][lane]);
  typename column::parent next_parent = {}, last_parent = {};
  auto keep = [&](const typename column::parent &p) {
    if (keeps_parents) kept_parents[threadIdx.y][lane] = p;
    else last_parent = p;
  };
  const typename column::parent first_parent = interpolates ? parents_of.of(of_phi.k) : typename column::parent{};
  of_phi.next();
  if (interpolates) next_parent = parents_of.of(of_phi.k);
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    pair v = phi_at(y, plane);
    if (interpolates) v = parents_of.template corrected<adds>(v, first_parent, next_parent.self, first_parent.above, y);
    x[0][1][y] = y ? v.y : v.x;
  }
  plane = of_phi.at();
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    pair v = phi_at(y, plane);
    if (interpolates) v = parents_of.template corrected<adds>(v, next_parent, first_parent.self, next_parent.below, y);
    x[0][2][y] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    shared[0][0][row + y + 1][lane] = x[0][2][y];
  }
  if (interpolates) keep(next_parent);
  // Loads two planes at once. A load starts only after the planes before it have arrived: loads under way are counted
  // together, so a later wait for the older loads would also wait for this load. The compiler does not know that never
  // is 0.
  auto load = [&](T arrived) {
    const unsigned none = bits_of(arrived) & (unsigned)never;
#pragma unroll
    for (int slot = 0; slot < 2; slot++) {
      const unsigned a = of_phi.at() + none, b = of_rhs.at() + none;
      if (interpolates && slot == 1) next_parent = parents_of.of(of_phi.k, none);
      if (interpolates && coarsening == FLAT && slot == 0) last_parent = parents_of.of(of_phi.k, none);
      of_phi.next();
      of_rhs.next();
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        next_phi[slot][y] = phi_at(y, a);
        next_rhs[slot][y] = rhs_at(y, b);
      }
    }
  };
  load(0);
  __syncthreads();

  // The step's number, from 0 to 5, lets the compiler know the rotation of all registers.
  auto step = [&](auto number, const int k) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    if (interpolates && b == 0) {
      if (keeps_parents) last_parent = kept_parents[threadIdx.y][lane];
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        next_phi[0][y] =
            parents_of.template corrected<adds>(next_phi[0][y], last_parent, next_parent.self, last_parent.above, y);
        next_phi[1][y] =
            parents_of.template corrected<adds>(next_phi[1][y], next_parent, last_parent.self, next_parent.below, y);
      }
      keep(next_parent);
    }
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const pair p = b ? last_phi[y] : next_phi[0][y], r = b ? last_rhs[y] : next_rhs[0][y];
      x[0][above][y] = pos ? p.y : p.x;
      own[b][y] = pos ? p.x : p.y;
      rhs_second[1][y] = rhs_second[0][y];
      rhs_first[0][y] = h2 * (pos ? r.y : r.x);
      rhs_second[0][y] = h2 * (pos ? r.x : r.y);
      if (b == 0) {
        last_phi[y] = next_phi[1][y];
        last_rhs[y] = next_rhs[1][y];
      }
    }
    if (b == 0) load(last_rhs[rows_per_thread - 1].y);
    T result[rows_per_thread];
#pragma unroll
    for (int colour = 0; colour < 2; colour++) {
      const int m = k - colour;
      const bool z_face = m == 0 || m == g.n[2] - 1;
      neighbours<T> q[rows_per_thread];
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        q[y] = around(x[colour], shared[b][colour] + row, lane, y, (y + s) & 1, below, here, above);
      if ((flags & AT_FACE) || z_face) {
#pragma unroll
        for (int y = 0; y < rows_per_thread; y++)
          fold(q[y], g, at, (y + s) & 1, y, m, colour ? x[0][below][y] : own[b ^ 1][y]);
      }
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const bool pos = (y + s) & 1;
        const T right = colour ? rhs_second[1][y] : rhs_first[0][y], self = colour ? x[0][below][y] : own[b ^ 1][y];
        const neighbours<T> &v = q[y];
        T value;
        if (anisotropic)
          value = VF_ANISOTROPIC_RELAXED(
              VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, v.near, v.far, v.south, v.north, v.below, v.above), right,
              w3.inverse);
        else value = sixth(VF_POISSON_SIXFOLD(VF_SUM_OF_6(v.near, v.far, v.south, v.north, v.below, v.above), right));
        if (over) value = VF_OVER_RELAXED(self, omega, value);
        if (whole && ((flags & AT_FACE) || z_face)) {
          const first_weights<T> w = weights_of(g, at, pos, y, m);
          if (anisotropic)
            value = VF_WITH_WHOLE_DIAGONAL(
                self, value, w3.diagonal,
                VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, w.west, w.east, w.south, w.north, w.below, w.above));
          else
            value = VF_WITH_WHOLE_DIAGONAL(self, value, T(6),
                                           VF_SUM_OF_6(w.west, w.south, w.below, w.east, w.north, w.above));
        }
        if (in_place) {
          const bool done = flags & ((ROW_DONE << y) | PAIR_DONE | (pos ? SECOND_DONE : 0)) || m <= z0 || m >= z1 - 1;
          if (colour == 0 ? done : pos && flags & WAITS) value = self;
        }
        if (colour == 0) {
          x[1][above][y] = value;
          shared[b ^ 1][1][row + y + 1][lane] = value;
          shared[b ^ 1][0][row + y + 1][lane] = x[0][above][y];
        } else result[y] = value;
      }
    }
    if (k - 1 >= z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        store_pair<kind>(to, (unsigned long long)(unsigned)(k - 1) * plane_bytes + offset[y], flags, y, (y + s) & 1,
                         x[1][here][y], result[y]);
    }
    __syncthreads();
  };
  for (;;) {
    step(constant<0>(), k);
    if (++k == end) break;
    step(constant<1>(), k);
    if (++k == end) break;
    step(constant<2>(), k);
    if (++k == end) break;
    step(constant<3>(), k);
    if (++k == end) break;
    step(constant<4>(), k);
    if (++k == end) break;
    step(constant<5>(), k);
    if (++k == end) break;
  }
}

template <typename T, smooth_start start, bool over, bool whole, coarsening_kind coarsening, int kind, bool anisotropic>
__global__ void __launch_bounds__((constant_tile<T, start>::threads), 1)
    smooth(T *__restrict__ to, const T *__restrict__ phi, const T *__restrict__ rhs, const grid_of_type<T> g,
           const T h2, const T omega, const int first, const int last, const int depth, const int never,
           const coarse_phi<T> coarse, const of_views view, const widths_of<T> w3)
{
  auto run = [&](int tile_x) {
    smooth_tile<T, start, over, whole, coarsening, kind, anisotropic>(tile_x, to, phi, rhs, g, h2, omega, first, last,
                                                                      depth, never, coarse, view, w3);
  };
  if (kind != VIEWS_IN_PLACE) run((int)blockIdx.x);
  else
    for (int tile_x = 0; tile_x * TILE_CELLS < g.n[0]; tile_x++) run(tile_x);
}

/* Planes first .. last - 1 of a smooth of a level in either precision. */
template <typename T, smooth_start start, bool over, bool whole, coarsening_kind coarsening, bool anisotropic>
int launch(const vfi_engine *engine, const vfi_level *level, const grid_of_type<T> &g, T *to, int first, int last,
           const vfi_level *coarse)
{
  constexpr int rows = constant_tile<T, start>::rows;
  const march m = march_over(engine, g.n, tiles_in_x(g.n), rows - 2 * HALO_ROWS, last - first, 1, 6);
  const T h2 = anisotropic ? 1 : (T)(level->h[0] * level->h[0]);
  smooth<T, start, over, whole, coarsening, LEVEL, anisotropic>
      <<<m.blocks, dim3(32, rows / rows_per_thread), 0, queue_of(engine)>>>(
          to, (const T *)level->phi.at, (const T *)level->rhs.at, g, h2, (T)level->omega, first, last, m.depth, 0,
          coarse_of<T>(coarse), of_views{}, anisotropic_widths<T>(level));
  return launched();
}

} // namespace

} // namespace VF_LEVELS

#endif
