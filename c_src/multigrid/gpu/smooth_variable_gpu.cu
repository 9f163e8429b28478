// One red-black smooth of alpha a - beta div(b grad) in one pass over memory, out of place: marches like
// smooth_constant_gpu.cu. While a thread works on a plane, the coefficients of the next plane are on their way into
// registers; coefficients of the second colour wait in registers for a step. So few threads take most registers of a
// multiprocessor, and keep enough loads under way.
#include "interpolated.h"
#include "column_tiles.h"
#include "views.h"

namespace VF_LEVELS {

namespace {

constexpr int rows = 16, rows_per_thread = 2, threads = 32 * rows / rows_per_thread;

// adds: as in smooth_constant_gpu.cu
template <bool from_zero, bool whole, bool adds, int kind>
__device__ __forceinline__ void smooth_tile(const int tile_x, double *__restrict__ to, const double *__restrict__ phi,
                                            const double *__restrict__ rhs, const helmholtz c, const grid g,
                                            const int first, const int last, const int depth, const int never,
                                            const coarse_phi coarse, const of_views view)
{
  constexpr bool views = kind != LEVEL, in_place = kind == VIEWS_IN_PLACE;
  constexpr int halo = in_place ? 1 : HALO_ROWS;
  __shared__ double shared[2][2][rows + 2][32]; // as in smooth_constant_gpu.cu
  const int lane = (int)threadIdx.x, row = (int)threadIdx.y * rows_per_thread;
  const int i = 2 * (tile_x * TILE_PAIRS - 1 + lane);
  const int j = (int)blockIdx.y * (rows - 2 * halo) - halo + row;
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  const place at = place_of(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(double);

  // As in smooth_constant_gpu.cu; the last row has the upper faces of the thread's cells.
  const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, views ? g.n[0] - 1 : g.n[0] & ~1);
  const int cell_i = in_place && lane == 31 ? clamped(i - 2, 0, g.n[0] - 1) : in_i; // for fields other than phi and bx
  unsigned offset[rows_per_thread + 1];
  int flags = (at.west || at.last_first || at.last_second ? 4 : 0) | (i + 1 < g.n[0] ? 8 : 0);
  if (in_i < clamped(i + 1, 0, g.n[0] - 1)) flags |= 16; // the second cell is beside the first
#pragma unroll
  for (int y = 0; y <= rows_per_thread; y++) {
    const int in_j = g.periodic[1] ? wrapped(j + y, g.n[1]) : clamped(j + y, 0, views ? g.n[1] - 1 : g.n[1]);
    offset[y] = (unsigned)(in_i + in_j * g.row) * (unsigned)sizeof(double);
    if (y == rows_per_thread) break;
    const bool owned = lane >= 1 && lane <= TILE_PAIRS && row + y >= halo && row + y < rows - halo;
    if (owned && i < g.n[0] && j + y < g.n[1]) flags |= 1 << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) flags |= 4;
    if (!in_place) continue;
    // The flags are those of smooth_constant_gpu.cu.
    const bool own_row = row + y >= halo && row + y < rows - halo && j + y < g.n[1];
    if (!own_row || row + y == halo || row + y == rows - halo - 1 || j + y == g.n[1] - 1) flags |= 32 << y;
    if (own_row && lane == 0 && tile_x > 0) flags |= 128 << y;
  }
  if (in_place && (lane == 0 || i >= g.n[0])) flags |= 512;
  if (in_place && lane == TILE_PAIRS && i + 1 != g.n[0] - 1) flags |= 2048;
  VF_KEEP(flags);
  auto pair = [&](const double *field, const view_strides &strides, int y, unsigned k) {
    if (!views) return *(const double2 *)((const char *)field + ((unsigned long long)k * plane_bytes + offset[y]));
    const int in_j = clamped(j + y, 0, g.n[1] - 1);
    return cells_at(field, k, strides.plane, (unsigned)cell_i * (unsigned)sizeof(double) + (unsigned)in_j * strides.row,
                    flags & 16);
  };
  // Views of faces have one face more than cells in their direction.
  auto x_faces = [&](int y, unsigned k) {
    if (!views) return pair(c.bx, view.bx, y, k);
    const int in_j = clamped(j + y, 0, g.n[1] - 1), at_i = clamped(i, 0, g.n[0]);
    return cells_at(c.bx, k, view.bx.plane, (unsigned)at_i * (unsigned)sizeof(double) + (unsigned)in_j * view.bx.row,
                    i >= 0 && i < g.n[0]);
  };
  auto y_faces = [&](int y, unsigned k) {
    if (!views) return pair(c.by, view.by, y, k);
    const int in_j = clamped(j + y, 0, g.n[1]);
    return cells_at(c.by, k, view.by.plane, (unsigned)cell_i * (unsigned)sizeof(double) + (unsigned)in_j * view.by.row,
                    flags & 16);
  };
  auto phi_at = [&](int y, unsigned k) {
    if (from_zero) return make_double2(0, 0);
    if (!views) return pair(phi, view.rhs, y, k);
    return cells_at(view.phi, k, plane_bytes, offset[y], flags & 16);
  };

  int k = z0 - 1;
  if ((k + g.parity + halo) & 1) k--;
  int end = z1 + 1;
  VF_KEEP(end);
  // Planes of phi, and of the faces below the planes, up to face n.
  planes of_phi(k - 1, g.n[2], g.n[2], g.periodic[2]), of_cells(k, g.n[2], views ? g.n[2] - 1 : g.n[2], g.periodic[2]);
  auto of_cell = [&](unsigned plane) { return views ? min(plane, (unsigned)g.n[2] - 1) : plane; };

  double old[3][rows_per_thread], first_colour[3][rows_per_thread], own[2][rows_per_thread];
  double2 phi_ahead[rows_per_thread], rhs_ahead[rows_per_thread], a_ahead[rows_per_thread], bx_ahead[rows_per_thread],
      by_ahead[rows_per_thread + 1];
  double2 bz_ahead[rows_per_thread], bz[rows_per_thread];
  cell second[rows_per_thread]; // above is missing: `below` of the first colour in the next plane
  // Parents of the present plane: the coarse cell below and, for the upper half of the children, the coarse cell above.
  const parents parents_of(coarse, g, i, j);
  parent of_plane = {}, of_lower = {};
  double parent_above = 0;
  if (adds) {
    of_lower = parents_of.whole(parents_of.above(of_phi.k));
    planes after = of_phi;
    after.next();
    of_plane = parents_of.whole(parents_of.above(after.k));
  }
  double parent_below = of_lower.self;
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    double2 v = phi_at(y, of_cell(of_phi.at()));
    if (adds) v = corrected(v, of_lower, of_plane.self, y);
    old[0][y] = first_colour[0][y] = first_colour[1][y] = first_colour[2][y] = own[0][y] = 0;
    old[1][y] = y ? v.y : v.x;
    second[y] = cell{};
  }
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    double2 v = phi_at(y, of_cell(of_phi.at()));
    if (adds) v = corrected(v, of_plane, parent_below, y);
    old[2][y] = shared[0][0][row + y + 1][lane] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    bz[y] = pair(c.bz, view.bz, y, of_phi.at());
  }
  of_phi.next();
  // Loads the coefficients of a plane, and phi and bz of the plane after it, when the loads before them have arrived;
  // see smooth_constant_gpu.cu.
  auto load = [&](auto upper, double arrived) {
    const unsigned none = (unsigned)(__double2loint(arrived) & never), after = of_phi.at() + none,
                   now = of_cells.at() + none;
    // The coarse cell above comes with the upper half of the children, and is present when the children above it come.
    if (adds && decltype(upper)::at) parent_above = *parents_of.above(of_phi.k + 2, none);
    if (adds && !decltype(upper)::at) parents_of.sides(of_plane, parents_of.above(of_phi.k, none));
    of_phi.next();
    of_cells.next();
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      phi_ahead[y] = phi_at(y, of_cell(after));
      a_ahead[y] = pair(c.a, view.a, y, now);
      rhs_ahead[y] = pair(rhs, view.rhs, y, now);
      bx_ahead[y] = x_faces(y, now);
      by_ahead[y] = y_faces(y, now);
      bz_ahead[y] = pair(c.bz, view.bz, y, after);
    }
    by_ahead[rows_per_thread] = y_faces(rows_per_thread, now);
  };
  load(constant<1>(), 0);
  __syncthreads();

  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    cell now[rows_per_thread], wait[rows_per_thread];
    const double arrived = by_ahead[rows_per_thread].y;
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const double2 p = adds ? corrected(phi_ahead[y], of_plane, b ? parent_below : parent_above, y) : phi_ahead[y];
      const double2 a = a_ahead[y], r = rhs_ahead[y], x = bx_ahead[y];
      const double2 low = by_ahead[y], high = by_ahead[y + 1], z = bz[y], z_above = bz_ahead[y];
      const double east = VF_FROM_LANE_ABOVE(x.x);
      old[above][y] = pos ? p.y : p.x;
      own[b][y] = pos ? p.x : p.y;
      const cell one = { r.x, c.alpha * a.x, x.x, x.y, low.x, high.x, z.x, z_above.x };
      const cell two = { r.y, c.alpha * a.y, x.y, east, low.y, high.y, z.y, z_above.y };
      now[y] = pos ? two : one;
      wait[y] = pos ? one : two;
      bz[y] = z_above;
    }
    if (adds && b == 0) {
      parent_below = of_plane.self;
      of_plane.self = parent_above;
    }
    if (!VF_FEW_REGISTERS) load(constant<b>(), arrived);
    auto around = [&](int colour, const double(&other)[3][rows_per_thread], const double *self, neighbours *x,
                      first_weights *w, int plane) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const double(*tile)[32] = shared[b][colour] + row + y;
        const bool pos = (y + s) & 1;
        x[y] = { other[here][y],
                 tile[1][lane + (pos ? 1 : -1)],
                 y == 0 ? tile[0][lane] : other[here][0],
                 y == 0 ? other[here][1] : tile[2][lane],
                 other[below][y],
                 other[above][y] };
      }
      if ((flags & 4) || plane == 0 || plane == g.n[2] - 1) {
#pragma unroll
        for (int y = 0; y < rows_per_thread; y++) {
          fold(x[y], g, at, (y + s) & 1, y, plane, self[y]);
          if (whole) w[y] = weights_of(g, at, (y + s) & 1, y, plane);
        }
      }
    };
    neighbours x[rows_per_thread];
    first_weights w[rows_per_thread] = {};
    around(0, old, own[b ^ 1], x, w, k);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool done = in_place && ((flags & ((32 << y) | 512)) || k <= z0 || k >= z1 - 1);
      const double value = relaxed<whole>(c, own[b ^ 1][y], now[y], now[y].above, x[y], (y + s) & 1, w[y]);
      first_colour[above][y] = shared[b ^ 1][1][row + y + 1][lane] = done ? own[b ^ 1][y] : value;
      shared[b ^ 1][0][row + y + 1][lane] = old[above][y];
    }
    double result[rows_per_thread];
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) w[y] = {};
    around(1, first_colour, old[below], x, w, k - 1);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      result[y] = relaxed<whole>(c, old[below][y], second[y], now[y].below, x[y], (y + s) & 1, w[y]);
      if (in_place && ((y + s) & 1) && (flags & 2048)) result[y] = old[below][y];
      second[y] = wait[y];
    }
    if (k > z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        if (flags & (1 << y)) {
          const double other = first_colour[here][y];
          const double2 v = (y + s) & 1 ? make_double2(other, result[y]) : make_double2(result[y], other);
          double *out = (double *)((char *)to + ((unsigned long long)(unsigned)(k - 1) * plane_bytes + offset[y]));
          if (!views && (flags & 8)) *(double2 *)out = v;
          else {
            out[0] = v.x;
            if (views && (flags & 8)) out[1] = v.y;
          }
        } else if (in_place && ((y + s) & 1) && (flags & (128 << y))) {
          ((double *)((char *)to + ((unsigned long long)(unsigned)(k - 1) * plane_bytes + offset[y])))[1] = result[y];
        }
    }
    __syncthreads();
    if (VF_FEW_REGISTERS) load(constant<b>(), arrived);
    return ++k < end;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>()) &&
         step(constant<4>()) && step(constant<5>())) {
  }
}

template <bool from_zero, bool whole, bool adds, int kind>
__global__ void __launch_bounds__(threads, 1)
    smooth(double *__restrict__ to, const double *__restrict__ phi, const double *__restrict__ rhs, const helmholtz c,
           const grid g, const int first, const int last, const int depth, const int never, const coarse_phi coarse,
           const of_views view)
{
  auto run = [&](int tile_x) {
    smooth_tile<from_zero, whole, adds, kind>(tile_x, to, phi, rhs, c, g, first, last, depth, never, coarse, view);
  };
  if (kind != VIEWS_IN_PLACE) run((int)blockIdx.x);
  else
    for (int tile_x = 0; tile_x * TILE_CELLS < g.n[0]; tile_x++) run(tile_x);
}

} // namespace

int smooth_variable(const vfi_engine *engine, const vfi_level *level, double *to, int first, int last, bool from_zero,
                    const vf_field *coarse)
{
  const grid g = grid_of(level);
  const helmholtz c = helmholtz_of(level);
  const int inner = rows - 2 * HALO_ROWS;
  const int64_t x = (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth = depth_of(x * y, ((const workbench *)engine->state)->multiprocessors, last - first, 5);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((last - first + depth - 1) / depth)), block(32, threads / 32);
  const bool whole = level->whole_diagonal;
  auto *const kernel = from_zero ? (whole ? smooth<true, true, false, LEVEL> : smooth<true, false, false, LEVEL>)
                       : coarse  ? (whole ? smooth<false, true, true, LEVEL> : smooth<false, false, true, LEVEL>)
                                 : (whole ? smooth<false, true, false, LEVEL> : smooth<false, false, false, LEVEL>);
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, level->phi.at, level->rhs.at, c, g, first, last, depth, 0,
                                                 coarse_of(coarse), of_views{});
  return launched();
}

int smooth_variable_views(const vfi_engine *engine, const vfi_level *level, const double *from, double *to)
{
  const grid g = grid_of(level);
  const bool in_place = from == to;
  const int inner = rows - 2 * (in_place ? 1 : HALO_ROWS);
  const int64_t x = in_place ? 1 : (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth = depth_of(x * y, ((const workbench *)engine->state)->multiprocessors, g.n[2], in_place ? 10 : 5);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((g.n[2] + depth - 1) / depth)), block(32, threads / 32);
  const int code = in_place ? smooth_layers(engine, level, inner, depth) : 0;
  if (code) return code;
  auto *const kernel = in_place ? smooth<false, false, false, VIEWS_IN_PLACE> : smooth<false, false, false, VIEWS>;
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, from, level->rhs.at, helmholtz_of(level), g, 0, g.n[2], depth, 0,
                                                 coarse_phi{}, views_of(level, from));
  return launched();
}

} // namespace VF_LEVELS
