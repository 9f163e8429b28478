// One red-black smooth of the 7-point Laplacian in one pass over memory, out of place. A thread has a pair of
// cells in x times two rows and marches in k; the first colour runs one plane ahead of the second. Values of the
// other colour come from the thread's registers for its own columns, and otherwise through shared memory, with
// one barrier for each plane.
#include "interpolated.h"
#include "views.h"

namespace VF_LEVELS {

namespace {

constexpr int rows_per_thread = 2;

// 1 / h^2 in each direction, and the diagonal, of anisotropic levels.
struct widths {
  double dx, dy, dz, diagonal, inverse;
};

// Rows of a tile: as many as the registers of a multiprocessor allow.
template <bool from_zero> struct tile {
  static constexpr int rows = from_zero ? 32 : 24, threads = 32 * rows / rows_per_thread;
};

// adds: phi is read with the interpolated coarse phi added; parity is 0 then. kind: see views.h.
template <bool from_zero, bool over, bool whole, bool adds, int kind, bool anisotropic>
__device__ __forceinline__ void
smooth_tile(const int tile_x, double *__restrict__ to, const double *__restrict__ phi, const double *__restrict__ rhs,
            const grid g, const double h2, const double omega, const int first, const int last, const int depth,
            const int never, const coarse_phi coarse, const of_views view, const widths w3)
{
  constexpr int rows = tile<from_zero>::rows;
  constexpr bool views = kind != LEVEL, in_place = kind == VIEWS_IN_PLACE;
  constexpr int halo = in_place ? 1 : HALO_ROWS;
  // [plane parity][colour: old second, new first][row][pair]; rows beside the tile are read, but
  // their values do not count
  __shared__ double shared[2][2][rows + 2][32];
  __shared__ parent last_parents[adds ? rows / rows_per_thread : 1][32]; // a thread's own, because registers are scarce
  const int lane = (int)threadIdx.x, row = (int)threadIdx.y * rows_per_thread;
  const int i = 2 * (tile_x * TILE_PAIRS - 1 + lane);
  const int j = (int)blockIdx.y * (rows - 2 * halo) - halo + row;
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  const place at = place_of(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(double);

  // Cells outside the domain load values from inside, and do not count. Bits: rows to store, edge, whole pairs.
  const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, views ? g.n[0] - 1 : g.n[0] & ~1);
  // In place no cell needs the values of the last lane; this lane uses the sectors of memory of the lane before.
  const int rhs_i =
      in_place && lane == 31 ? (g.periodic[0] ? wrapped(i - 2, g.n[0]) : clamped(i - 2, 0, g.n[0] - 1)) : in_i;
  const double *phi_row[rows_per_thread], *rhs_row[rows_per_thread];
  char *to_row[rows_per_thread];
  unsigned offset_phi[rows_per_thread], offset_rhs[rows_per_thread]; // of views, in bytes
  int flags = (at.west || at.last_first || at.last_second ? 4 : 0) | (i + 1 < g.n[0] ? 8 : 0);
  if (g.periodic[0] || in_i < clamped(i + 1, 0, g.n[0] - 1)) flags |= 16; // the second cell is beside the first
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    const int in_j = g.periodic[1] ? wrapped(j + y, g.n[1]) : clamped(j + y, 0, views ? g.n[1] - 1 : g.n[1]);
    const ptrdiff_t offset = in_i + in_j * g.row;
    phi_row[y] = phi + offset;
    rhs_row[y] = rhs + offset;
    to_row[y] = (char *)(to + offset);
    offset_phi[y] = (unsigned)offset * (unsigned)sizeof(double);
    offset_rhs[y] = (unsigned)rhs_i * (unsigned)sizeof(double) + (unsigned)in_j * view.rhs.row;
    const bool owned = lane >= 1 && lane <= TILE_PAIRS && row + y >= halo && row + y < rows - halo;
    if (owned && i < g.n[0] && j + y < g.n[1]) flags |= 1 << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) flags |= 4;
    if (!in_place) continue;
    // Rows whose first colour is done already, and rows of the first lane, whose second cell is updated.
    const bool own_row = row + y >= halo && row + y < rows - halo && j + y < g.n[1];
    if (!own_row || row + y == halo || row + y == rows - halo - 1 || j + y == g.n[1] - 1) flags |= 32 << y;
    if (own_row && lane == 0 && tile_x > 0) flags |= 128 << y;
  }
  // Columns whose first colour is done already, columns with only the second cell's first colour done, and the column
  // whose second colour comes later.
  if (in_place && (lane == 0 || i >= g.n[0])) flags |= 512;
  if (in_place && g.periodic[0] && i + 1 == g.n[0] - 1) flags |= 1024;
  if (in_place && lane == TILE_PAIRS && i + 1 != g.n[0] - 1) flags |= 2048;
  VF_KEEP(flags);

  // In step k the cells at position (y + step) & 1 of the pairs are updated: first colour in plane k, second in k - 1.
  int k = z0 - 1;
  if ((k + g.parity + halo) & 1) k--;
  int end = z1 + 1;
  VF_KEEP(end);
  const int highest = views ? g.n[2] - 1 : g.n[2];
  planes of_phi(k - 1, g.n[2], highest, g.periodic[2]), of_rhs(k, g.n[2], highest, g.periodic[2]);

  // x[0]: the second colour before the smooth, x[1]: the first colour after the smooth, three planes each, in turn.
  // own: the first colour before the smooth. Two planes are under way.
  double x[2][3][rows_per_thread], own[2][rows_per_thread], rhs_first[2][rows_per_thread],
      rhs_second[2][rows_per_thread];
  double2 next_phi[2][rows_per_thread], next_rhs[2][rows_per_thread], last_phi[rows_per_thread],
      last_rhs[rows_per_thread];
  auto phi_at = [&](int y, unsigned plane) {
    if (from_zero) return make_double2(0, 0);
    if (!views) return pair_at(phi_row[y], plane, plane_bytes);
    return cells_at(view.phi, plane, plane_bytes, offset_phi[y], flags & 16);
  };
  auto rhs_at = [&](int y, unsigned plane) {
    if (!views) return pair_at(rhs_row[y], plane, plane_bytes);
    return cells_at(rhs, plane, view.rhs.plane, offset_rhs[y], flags & 16);
  };
#pragma unroll
  for (int c = 0; c < 2; c++)
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++)
      x[c][0][y] = x[c][1][y] = x[c][2][y] = rhs_first[c][y] = rhs_second[c][y] = 0;
  unsigned plane = of_phi.at();
  // Planes k - 1 and k have different parents. From plane k on, a load brings the second half of the children of one
  // coarse plane, and the first half of the children of the next coarse plane.
  const parents parents_of(coarse, g, i, j);
  parent next_parent = {};
  const parent first_parent = adds ? parents_of.whole(parents_of.above(of_phi.k)) : parent{};
  of_phi.next();
  if (adds) next_parent = parents_of.whole(parents_of.above(of_phi.k));
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    double2 v = phi_at(y, plane);
    if (adds) v = corrected(v, first_parent, next_parent.self, y);
    x[0][1][y] = y ? v.y : v.x;
  }
  plane = of_phi.at();
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    double2 v = phi_at(y, plane);
    if (adds) v = corrected(v, next_parent, first_parent.self, y);
    x[0][2][y] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    shared[0][0][row + y + 1][lane] = x[0][2][y];
  }
  if (adds) last_parents[threadIdx.y][lane] = next_parent;
  // Loads two planes at once. A load starts only after the planes before it have arrived: loads under way are counted
  // together, so a later wait for the older loads would also wait for this load. never is 0, but the compiler does not
  // know its value.
  auto load = [&](double arrived) {
    const unsigned none = (unsigned)(__double2loint(arrived) & never);
#pragma unroll
    for (int slot = 0; slot < 2; slot++) {
      const unsigned a = of_phi.at() + none, b = of_rhs.at() + none;
      if (adds && slot == 1) next_parent = parents_of.whole(parents_of.above(of_phi.k, none));
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
    if (adds && b == 0) {
      const parent last_parent = last_parents[threadIdx.y][lane];
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        next_phi[0][y] = corrected(next_phi[0][y], last_parent, next_parent.self, y);
        next_phi[1][y] = corrected(next_phi[1][y], next_parent, last_parent.self, y);
      }
      last_parents[threadIdx.y][lane] = next_parent;
    }
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const double2 p = b ? last_phi[y] : next_phi[0][y], r = b ? last_rhs[y] : next_rhs[0][y];
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
    double result[rows_per_thread];
#pragma unroll
    for (int colour = 0; colour < 2; colour++) {
      const int m = k - colour;
      const bool z_face = m == 0 || m == g.n[2] - 1;
      double value[rows_per_thread], far[rows_per_thread], near[rows_per_thread], so[rows_per_thread],
          no[rows_per_thread], be[rows_per_thread], ab[rows_per_thread];
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const bool pos = (y + s) & 1;
        near[y] = x[colour][here][y];
        far[y] = shared[b][colour][row + y + 1][lane + (pos ? 1 : -1)];
        be[y] = x[colour][below][y];
        ab[y] = x[colour][above][y];
      }
      so[0] = shared[b][colour][row][lane];
      no[0] = x[colour][here][1];
      so[1] = x[colour][here][0];
      no[1] = shared[b][colour][row + 3][lane];
      if ((flags & 4) || z_face) {
#pragma unroll
        for (int y = 0; y < rows_per_thread; y++) {
          const bool pos = (y + s) & 1;
          const double self = colour ? x[0][below][y] : own[b ^ 1][y];
          neighbours q = { near[y], far[y], so[y], no[y], be[y], ab[y] };
          fold(q, g, at, pos, y, m, self);
          near[y] = q.near;
          far[y] = q.far;
          so[y] = q.south;
          no[y] = q.north;
          be[y] = q.below;
          ab[y] = q.above;
        }
      }
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const double right = colour ? rhs_second[1][y] : rhs_first[0][y];
        if (anisotropic)
          value[y] = VF_ANISOTROPIC_RELAXED(
              VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, near[y], far[y], so[y], no[y], be[y], ab[y]), right, w3.inverse);
        else value[y] = sixth(VF_POISSON_SIXFOLD(VF_SUM_OF_6(near[y], far[y], so[y], no[y], be[y], ab[y]), right));
        if (over) {
          const double self = colour ? x[0][below][y] : own[b ^ 1][y];
          value[y] = VF_OVER_RELAXED(self, omega, value[y]);
        }
        if (whole && ((flags & 4) || z_face)) {
          const double self = colour ? x[0][below][y] : own[b ^ 1][y];
          const first_weights w = weights_of(g, at, (y + s) & 1, y, m);
          if (anisotropic) {
            const double part =
                VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, w.west, w.east, w.south, w.north, w.below, w.above);
            value[y] = VF_WITH_WHOLE_DIAGONAL(self, value[y], w3.diagonal, part);
          } else {
            const double part = VF_SUM_OF_6(w.west, w.south, w.below, w.east, w.north, w.above);
            value[y] = VF_WITH_WHOLE_DIAGONAL(self, value[y], 6., part);
          }
        }
        if (in_place) {
          const bool pos = (y + s) & 1;
          const bool done = (flags & ((32 << y) | (pos ? 1536 : 512))) || m <= z0 || m >= z1 - 1;
          if (colour == 0 && done) value[y] = own[b ^ 1][y];
          if (colour == 1 && pos && (flags & 2048)) value[y] = x[0][below][y];
        }
        if (colour == 0) {
          x[1][above][y] = value[y];
          shared[b ^ 1][1][row + y + 1][lane] = value[y];
        } else result[y] = value[y];
        if (colour == 0) shared[b ^ 1][0][row + y + 1][lane] = x[0][above][y];
      }
    }
    const int m = k - 1;
    if (m >= z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        if (flags & (1 << y)) {
          const double other = x[1][here][y];
          const double2 v = (y + s) & 1 ? make_double2(other, result[y]) : make_double2(result[y], other);
          const unsigned long long in_plane = (unsigned long long)(unsigned)m * plane_bytes;
          double *out = (double *)(views ? (char *)to + (in_plane + offset_phi[y]) : to_row[y] + in_plane);
          if (!views && (flags & 8)) *(double2 *)out = v;
          else {
            out[0] = v.x;
            if (views && (flags & 8)) out[1] = v.y;
          }
        } else if (in_place && ((y + s) & 1) && (flags & (128 << y))) {
          ((double *)((char *)to + ((unsigned long long)(unsigned)m * plane_bytes + offset_phi[y])))[1] = result[y];
        }
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

template <bool from_zero, bool over, bool whole, bool adds, int kind, bool anisotropic = false>
__global__ void __launch_bounds__(tile<from_zero>::threads, 1)
    smooth(double *__restrict__ to, const double *__restrict__ phi, const double *__restrict__ rhs, const grid g,
           const double h2, const double omega, const int first, const int last, const int depth, const int never,
           const coarse_phi coarse, const of_views view, const widths w3)
{
  auto run = [&](int tile_x) {
    smooth_tile<from_zero, over, whole, adds, kind, anisotropic>(tile_x, to, phi, rhs, g, h2, omega, first, last, depth,
                                                                 never, coarse, view, w3);
  };
  if (kind != VIEWS_IN_PLACE) run((int)blockIdx.x);
  else
    for (int tile_x = 0; tile_x * TILE_CELLS < g.n[0]; tile_x++) run(tile_x);
}

template <bool from_zero, bool adds> auto *kernel_for(bool over, bool whole)
{
  if (whole) return over ? smooth<from_zero, true, true, adds, LEVEL> : smooth<from_zero, false, true, adds, LEVEL>;
  return over ? smooth<from_zero, true, false, adds, LEVEL> : smooth<from_zero, false, false, adds, LEVEL>;
}

template <bool from_zero> auto *anisotropic_kernel(bool whole)
{
  return whole ? smooth<from_zero, true, true, false, LEVEL, true> : smooth<from_zero, true, false, false, LEVEL, true>;
}

} // namespace

int smooth_constant(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vf_field *coarse)
{
  const grid g = grid_of(level);
  const int rows = from_zero ? tile<true>::rows : tile<false>::rows, inner = rows - 2 * HALO_ROWS;
  const int64_t x = (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth = depth_of(x * y, ((const workbench *)engine->state)->multiprocessors, last - first, 6);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((last - first + depth - 1) / depth)),
      block(32, rows / rows_per_thread);
  const bool over = level->omega != 1, whole = level->whole_diagonal;
  const double h2 = level->anisotropic ? 1 : level->h[0] * level->h[0];
  const helmholtz c = helmholtz_of(level);
  const widths w3 = { c.dx, c.dy, c.dz, c.diagonal, c.inverse };
  auto *const kernel = level->anisotropic
                           ? from_zero ? anisotropic_kernel<true>(whole) : anisotropic_kernel<false>(whole)
                       : from_zero ? kernel_for<true, false>(over, whole)
                       : coarse    ? kernel_for<false, true>(over, whole)
                                   : kernel_for<false, false>(over, whole);
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, level->phi.at, level->rhs.at, g, h2, level->omega, first, last,
                                                 depth, 0, coarse_of(coarse), of_views{}, w3);
  return launched();
}

int smooth_constant_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to)
{
  const grid g = grid_of(level);
  const bool in_place = from == to;
  const int inner = tile<false>::rows - 2 * (in_place ? 1 : HALO_ROWS);
  const int64_t x = in_place ? 1 : (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth = depth_of(x * y, ((const workbench *)engine->state)->multiprocessors, g.n[2], in_place ? 12 : 6);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((g.n[2] + depth - 1) / depth)),
      block(32, tile<false>::rows / rows_per_thread);
  const int code = in_place ? smooth_layers(engine, level, inner, depth) : 0;
  if (code) return code;
  auto *const kernel =
      in_place ? smooth<false, false, false, false, VIEWS_IN_PLACE> : smooth<false, false, false, false, VIEWS>;
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, from, level->rhs.at, g, level->h[0] * level->h[0], 1, 0, g.n[2],
                                                 depth, 0, coarse_phi{}, views_of(level, from), widths{});
  return launched();
}

} // namespace VF_LEVELS
