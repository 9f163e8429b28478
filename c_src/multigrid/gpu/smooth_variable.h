/* One red-black smooth of alpha a - beta div(b grad) in one pass over memory, out of place or in place on views, in both
 * precisions: marches like smooth_constant.h; smooth_variable_gpu.cu and smooth_single_variable_gpu.cu launch it. While a
 * thread works on a plane, the coefficients of the next plane are on their way into registers; coefficients of the second
 * colour wait in registers for a step. So few threads take most registers of a multiprocessor, and keep enough loads under
 * way. */
#ifndef VIEWFAB_MULTIGRID_GPU_SMOOTH_VARIABLE_H
#define VIEWFAB_MULTIGRID_GPU_SMOOTH_VARIABLE_H

#include "smooth_tiles.h"

namespace VF_LEVELS {

namespace {

constexpr int rows = 16, threads = 32 * rows / rows_per_thread;

/* Blocks of a multiprocessor. */
template <typename T> constexpr int blocks_at_once = sizeof(T) == sizeof(float) ? 2 : 1;

/* c: helmholtz or float_coefficients. Other arguments: as in smooth_constant.h. */
template <typename T, smooth_start start, bool whole, coarsening_kind coarsening, int kind, typename C>
__device__ __forceinline__ void smooth_tile(const int tile_x, T *__restrict__ to, const T *__restrict__ phi,
                                            const T *__restrict__ rhs, const C c, const grid_of_type<T> g,
                                            const int first, const int last, const int depth, const int never,
                                            const coarse_phi<T> coarse, const of_views view)
{
  using pair = pair_in_memory<T>;
  using column = parents<T, coarsening>;
  constexpr bool adds = start == ADDS_COARSE, interpolates = adds || start == SETS_COARSE,
                 reads = adds || start == AS_IT_IS;
  constexpr bool views = kind != LEVEL, in_place = kind == VIEWS_IN_PLACE;
  // The coarse cell of a plane comes with each plane, or for two planes at once.
  constexpr bool by_planes = interpolates && coarsening == FLAT, by_pairs = interpolates && coarsening != FLAT;
  __shared__ T shared[2][2][rows + 2][32];                                            // as in smooth_constant.h
  __shared__ float4 kept_parts[coarsening == PLAIN ? 1 : rows / rows_per_thread][32]; // a thread's own
  const thread_place<rows, kind> t(tile_x, first, last, depth);
  const int lane = t.lane, row = t.row, i = t.i, j = t.j, z0 = t.z0, z1 = t.z1;
  const place at = place_of(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(T);
  const int in_i = inside(i, g.n[0], g.periodic[0], views ? g.n[0] - 1 : g.n[0] & ~1);
  const int cell_i = in_place && lane == 31 ? clamped(i - 2, 0, g.n[0] - 1) : in_i; // for fields other than phi and bx
  int flags = t.flags_of_pair(g, at);
  unsigned offset[rows_per_thread + 1]; // in bytes; the last row has the upper faces of the thread's cells
#pragma unroll
  for (int y = 0; y <= rows_per_thread; y++) {
    const int in_j = inside(j + y, g.n[1], g.periodic[1], views ? g.n[1] - 1 : g.n[1]);
    offset[y] = (unsigned)(in_i + in_j * g.row) * (unsigned)sizeof(T);
    if (y == rows_per_thread) break;
    t.flags_of_row(g, y, flags);
  }
  VF_KEEP(flags);
  // Views of faces have one face more than cells in their direction.
  auto in_view = [&](const T *field, const view_strides &strides, int at_i, int last_j, int y, unsigned k,
                     bool second) {
    return cells_at(field, k, strides.plane,
                    (unsigned)at_i * (unsigned)sizeof(T) + (unsigned)clamped(j + y, 0, last_j) * strides.row, second);
  };
  auto pair_at = [&](const T *field, int y, unsigned k) {
    return *(const pair *)((const char *)field + ((unsigned long long)k * plane_bytes + offset[y]));
  };
  auto cells = [&](const T *field, const view_strides &strides, int y, unsigned k) {
    if constexpr (views) return in_view(field, strides, cell_i, g.n[1] - 1, y, k, flags & BESIDE);
    else return pair_at(field, y, k);
  };
  auto x_faces = [&](int y, unsigned k) {
    if constexpr (views) return in_view(c.bx, view.bx, clamped(i, 0, g.n[0]), g.n[1] - 1, y, k, i >= 0 && i < g.n[0]);
    else return pair_at(c.bx, y, k);
  };
  auto y_faces = [&](int y, unsigned k) {
    if constexpr (views) return in_view(c.by, view.by, cell_i, g.n[1], y, k, flags & BESIDE);
    else return pair_at(c.by, y, k);
  };
  auto phi_at = [&](int y, unsigned k) {
    if constexpr (!reads) return pair_made_of(T(0), T(0));
    else if constexpr (views)
      return cells_at(view.phi, min(k, (unsigned)g.n[2] - 1), plane_bytes, offset[y], flags & BESIDE);
    else return pair_at(phi, y, k);
  };

  int k = t.first_plane(g.parity), end = z1 + 1;
  VF_KEEP(end);
  // Planes of phi, and of the faces below the planes, up to face n.
  planes of_phi(k - 1, g.n[2], g.n[2], g.periodic[2]), of_cells(k, g.n[2], views ? g.n[2] - 1 : g.n[2], g.periodic[2]);

  T old[3][rows_per_thread], first_colour[3][rows_per_thread], own[2][rows_per_thread];
  pair phi_ahead[rows_per_thread], rhs_ahead[rows_per_thread], a_ahead[rows_per_thread], bx_ahead[rows_per_thread],
      by_ahead[rows_per_thread + 1];
  pair bz_ahead[rows_per_thread], bz[rows_per_thread];
  cell<T> second[rows_per_thread]; // above is missing: `below` of the first colour in the next plane
  // Parents of the present plane: the coarse cell below and, for the upper half of the children, the coarse cell above.
  const column parents_of(coarse, g, i, j, &kept_parts[coarsening == PLAIN ? 0 : threadIdx.y][lane]);
  typename column::parent of_plane = {}, of_lower = {};
  T parent_above = 0, part_ahead = 0;
  if (interpolates) {
    of_lower = parents_of.of(of_phi.k);
    planes after = of_phi;
    after.next();
    of_plane = parents_of.of(after.k);
  }
  T parent_below = of_lower.self;
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    pair v = phi_at(y, of_phi.at());
    if (interpolates) v = parents_of.template corrected<adds>(v, of_lower, of_plane.self, of_lower.above, y);
    old[0][y] = first_colour[0][y] = first_colour[1][y] = first_colour[2][y] = own[0][y] = 0;
    old[1][y] = y ? v.y : v.x;
    second[y] = cell<T>{};
  }
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    pair v = phi_at(y, of_phi.at());
    if (interpolates) v = parents_of.template corrected<adds>(v, of_plane, parent_below, of_plane.below, y);
    old[2][y] = shared[0][0][row + y + 1][lane] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    bz[y] = cells(c.bz, view.bz, y, of_phi.at());
  }
  of_phi.next();
  // Loads the coefficients of a plane, and phi and bz of the plane after it, when the loads before them have arrived;
  // see smooth_constant.h.
  auto load = [&](auto upper, T arrived) {
    const unsigned none = bits_of(arrived) & (unsigned)never, after = of_phi.at() + none, now = of_cells.at() + none;
    // The coarse cell above comes with the upper half of the children, and is present when the children above it come.
    if (by_planes) of_plane = parents_of.of(of_phi.k, none);
    if (by_pairs && decltype(upper)::at) parent_above = parents_of.self_of(of_phi.k + 2, none);
    if (by_pairs && !decltype(upper)::at) parents_of.sides(of_plane, of_phi.k, none);
    if (by_pairs) part_ahead = decltype(upper)::at ? parents_of.part_above(of_phi.k) : parents_of.part_below(of_phi.k);
    of_phi.next();
    of_cells.next();
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      phi_ahead[y] = phi_at(y, after);
      a_ahead[y] = cells(c.a, view.a, y, now);
      rhs_ahead[y] = cells(rhs, view.rhs, y, now);
      bx_ahead[y] = x_faces(y, now);
      by_ahead[y] = y_faces(y, now);
      bz_ahead[y] = cells(c.bz, view.bz, y, after);
    }
    by_ahead[rows_per_thread] = y_faces(rows_per_thread, now);
  };
  load(constant<1>(), 0);
  __syncthreads();

  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    constexpr bool loads_late = VF_FEW_REGISTERS && sizeof(T) == sizeof(double);
    cell<T> now[rows_per_thread], wait[rows_per_thread];
    const T arrived = by_ahead[rows_per_thread].y;
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const pair p = interpolates ? parents_of.template corrected<adds>(phi_ahead[y], of_plane,
                                                                        b ? parent_below : parent_above, part_ahead, y)
                                  : phi_ahead[y];
      const pair a = a_ahead[y], r = rhs_ahead[y], x = bx_ahead[y];
      const pair low = by_ahead[y], high = by_ahead[y + 1], z = bz[y], z_above = bz_ahead[y];
      const T east = VF_FROM_LANE_ABOVE(x.x);
      old[above][y] = pos ? p.y : p.x;
      own[b][y] = pos ? p.x : p.y;
      const cell<T> one = { r.x, c.alpha * a.x, x.x, x.y, low.x, high.x, z.x, z_above.x };
      const cell<T> two = { r.y, c.alpha * a.y, x.y, east, low.y, high.y, z.y, z_above.y };
      now[y] = pos ? two : one;
      wait[y] = pos ? one : two;
      bz[y] = z_above;
    }
    if (by_pairs && b == 0) {
      parent_below = of_plane.self;
      of_plane.self = parent_above;
    }
    if (!loads_late) load(constant<b>(), arrived);
    auto neighbours_of = [&](int colour, const T(&other)[3][rows_per_thread], const T *self, neighbours<T> *x,
                             first_weights<T> *w, int plane) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        x[y] = around(other, shared[b][colour] + row, lane, y, (y + s) & 1, below, here, above);
      if (flags & AT_FACE || plane == 0 || plane == g.n[2] - 1) {
#pragma unroll
        for (int y = 0; y < rows_per_thread; y++) {
          fold(x[y], g, at, (y + s) & 1, y, plane, self[y]);
          if (whole) w[y] = weights_of(g, at, (y + s) & 1, y, plane);
        }
      }
    };
    neighbours<T> x[rows_per_thread];
    first_weights<T> w[rows_per_thread] = {};
    neighbours_of(0, old, own[b ^ 1], x, w, k);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool done = in_place && (flags & ((ROW_DONE << y) | PAIR_DONE) || k <= z0 || k >= z1 - 1);
      const T value = relaxed<whole>(c, own[b ^ 1][y], now[y], now[y].above, x[y], (y + s) & 1, w[y]);
      first_colour[above][y] = shared[b ^ 1][1][row + y + 1][lane] = done ? own[b ^ 1][y] : value;
      shared[b ^ 1][0][row + y + 1][lane] = old[above][y];
    }
    T result[rows_per_thread];
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) w[y] = {};
    neighbours_of(1, first_colour, old[below], x, w, k - 1);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      result[y] = relaxed<whole>(c, old[below][y], second[y], now[y].below, x[y], (y + s) & 1, w[y]);
      if (in_place && ((y + s) & 1) && flags & WAITS) result[y] = old[below][y];
      second[y] = wait[y];
    }
    if (k > z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        store_pair<kind>(to, (unsigned long long)(unsigned)(k - 1) * plane_bytes + offset[y], flags, y, (y + s) & 1,
                         first_colour[here][y], result[y]);
    }
    __syncthreads();
    if (loads_late) load(constant<b>(), arrived);
    return ++k < end;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>()) &&
         step(constant<4>()) && step(constant<5>())) {
  }
}

template <typename T, smooth_start start, bool whole, coarsening_kind coarsening, int kind, typename C>
__global__ void __launch_bounds__(threads, blocks_at_once<T>)
    smooth(T *__restrict__ to, const T *__restrict__ phi, const T *__restrict__ rhs, const C c, const grid_of_type<T> g,
           const int first, const int last, const int depth, const int never, const coarse_phi<T> coarse,
           const of_views view)
{
  auto run = [&](int tile_x) {
    smooth_tile<T, start, whole, coarsening, kind>(tile_x, to, phi, rhs, c, g, first, last, depth, never, coarse, view);
  };
  if (kind != VIEWS_IN_PLACE) run((int)blockIdx.x);
  else
    for (int tile_x = 0; tile_x * TILE_CELLS < g.n[0]; tile_x++) run(tile_x);
}

/* Planes first .. last - 1 of a smooth of a level in either precision. */
template <typename T, smooth_start start, bool whole, coarsening_kind coarsening, typename C>
int launch(const vfi_engine *engine, const vfi_level *level, const C &c, const grid_of_type<T> &g, T *to, int first,
           int last, const vfi_level *coarse)
{
  const march m = march_over(engine, g.n, tiles_in_x(g.n), rows - 2 * HALO_ROWS, last - first, blocks_at_once<T>, 5);
  smooth<T, start, whole, coarsening, LEVEL><<<m.blocks, dim3(32, threads / 32), 0, queue_of(engine)>>>(
      to, (const T *)level->phi.at, (const T *)level->rhs.at, c, g, first, last, m.depth, 0, coarse_of<T>(coarse),
      of_views{});
  return launched();
}

} // namespace

} // namespace VF_LEVELS

#endif
