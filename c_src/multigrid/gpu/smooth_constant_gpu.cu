// One red-black smooth of the 7-point Laplacian in one pass over memory, out of place. A thread has a pair of cells in
// x times two rows and marches in k; the first colour runs one plane ahead of the second. Values of the other colour
// come from the thread's registers, where they lie in its own columns, and through shared memory otherwise, with one
// barrier a plane.
#include "march.h"

namespace VF_LEVELS {

namespace {

constexpr int rows = 32, own_rows = 2, threads = 32 * rows / own_rows;

// x / 6, correctly rounded: what the division gives, in 3 operations. Not for |x| near the smallest numbers.
__device__ __forceinline__ double sixth(double x)
{
  const double sixth_ = 1. / 6;
  const double q = x * sixth_;
  return copysign(fma(fma(-6., q, x), sixth_, q), x);
}

template <bool from_zero, bool over>
__global__ void __launch_bounds__(threads, 1)
    smooth(double *__restrict__ to, const double *__restrict__ phi, const double *__restrict__ rhs, const grid g,
           const double h2, const double omega, const int first, const int last, const int depth)
{
  // [plane parity][colour: old second, new first][row][pair]; rows beside the tile are read, and count for nothing
  __shared__ double shared[2][2][rows + 2][32];
  const int lane = (int)threadIdx.x, row = (int)threadIdx.y * own_rows;
  const int i = 2 * ((int)blockIdx.x * TILE_PAIRS - 1 + lane);
  const int j = (int)blockIdx.y * (rows - 2 * HALO_ROWS) - HALO_ROWS + row;
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  const place at = place_of(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(double);

  // Cells outside the domain are loaded from inside it, and count for nothing. Bits: rows to store, edge, whole pairs.
  const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, g.n[0] & ~1);
  const double *phi_row[own_rows], *rhs_row[own_rows];
  double *to_row[own_rows];
  int marks = (at.west || at.last_first || at.last_second ? 4 : 0) | (i + 1 < g.n[0] ? 8 : 0);
#pragma unroll
  for (int y = 0; y < own_rows; y++) {
    const int in_j = g.periodic[1] ? wrapped(j + y, g.n[1]) : clamped(j + y, 0, g.n[1]);
    const ptrdiff_t offset = in_i + in_j * g.row;
    phi_row[y] = phi + offset;
    rhs_row[y] = rhs + offset;
    to_row[y] = to + offset;
    const bool owned = lane >= 1 && lane <= TILE_PAIRS && row + y >= HALO_ROWS && row + y < rows - HALO_ROWS;
    if (owned && i < g.n[0] && j + y < g.n[1]) marks |= 1 << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) marks |= 4;
  }
  VF_KEEP(marks);

  // In step k the cells at position (y + step) & 1 of the pairs are updated: first colour in plane k, second in k - 1.
  int k = z0 - 1;
  if ((k + g.parity) & 1) k--;
  int end = z1 + 1;
  VF_KEEP(end);
  planes of_phi(k - 1, g.n[2], g.periodic[2]), of_rhs(k, g.n[2], g.periodic[2]);

  // Second colour before and first colour after the smooth, three planes each, in turn; the first colour before it.
  double old[3][own_rows], half[3][own_rows], own[2][own_rows], rhs_second[own_rows];
  double2 next_phi[2][own_rows], next_rhs[2][own_rows];
  auto load = [&](int slot) {
#pragma unroll
    for (int y = 0; y < own_rows; y++) {
      next_phi[slot][y] = from_zero ? make_double2(0, 0) : pair_at(phi_row[y], of_phi.at(), plane_bytes);
      next_rhs[slot][y] = pair_at(rhs_row[y], of_rhs.at(), plane_bytes);
    }
    of_phi.next();
    of_rhs.next();
  };
#pragma unroll
  for (int y = 0; y < own_rows; y++) {
    const double2 v = from_zero ? make_double2(0, 0) : pair_at(phi_row[y], of_phi.at(), plane_bytes);
    old[0][y] = half[0][y] = half[1][y] = half[2][y] = rhs_second[y] = own[0][y] = 0;
    old[1][y] = y ? v.y : v.x;
  }
  of_phi.next();
#pragma unroll
  for (int y = 0; y < own_rows; y++) {
    const double2 v = from_zero ? make_double2(0, 0) : pair_at(phi_row[y], of_phi.at(), plane_bytes);
    old[2][y] = shared[0][0][row + y + 1][lane] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
  }
  of_phi.next();
  load(0);
  load(1);
  __syncthreads();

  // The step's number, of six, makes the rotation of all registers known to the compiler.
  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    double rhs_first[own_rows], result[own_rows];
    double rhs_now[own_rows];
#pragma unroll
    for (int y = 0; y < own_rows; y++) {
      const bool pos = (y + s) & 1;
      const double2 p = next_phi[b][y], r = next_rhs[b][y];
      old[above][y] = pos ? p.y : p.x;
      own[b][y] = pos ? p.x : p.y;
      rhs_first[y] = h2 * (pos ? r.y : r.x);
      rhs_now[y] = rhs_second[y];
      rhs_second[y] = h2 * (pos ? r.x : r.y);
    }
    load(b);
    auto relax = [&](int colour, const double(&other)[3][own_rows], const double *self, const double *source,
                     double *value, int plane) {
      neighbours x[own_rows];
#pragma unroll
      for (int y = 0; y < own_rows; y++) {
        const double(*tile)[32] = shared[b][colour] + row + y;
        const bool pos = (y + s) & 1;
        x[y] = { other[here][y],
                 tile[1][lane + (pos ? 1 : -1)],
                 y == 0 ? tile[0][lane] : other[here][0],
                 y == 0 ? other[here][1] : tile[2][lane],
                 other[below][y],
                 other[above][y] };
      }
      if ((marks & 4) || plane == 0 || plane == g.n[2] - 1) {
#pragma unroll
        for (int y = 0; y < own_rows; y++) fold(x[y], g, at, (y + s) & 1, y, plane, self[y]);
      }
#pragma unroll
      for (int y = 0; y < own_rows; y++) {
        const double sum = ((((x[y].near + x[y].far) + x[y].south) + x[y].north) + x[y].below) + x[y].above;
        value[y] = sixth(sum - source[y]);
        if (over) value[y] = self[y] + omega * (value[y] - self[y]);
      }
    };
    double value[own_rows];
    relax(0, old, own[b ^ 1], rhs_first, value, k);
#pragma unroll
    for (int y = 0; y < own_rows; y++) {
      half[above][y] = shared[b ^ 1][1][row + y + 1][lane] = value[y];
      shared[b ^ 1][0][row + y + 1][lane] = old[above][y];
    }
    relax(1, half, old[below], rhs_now, result, k - 1);
    if (k > z0) {
#pragma unroll
      for (int y = 0; y < own_rows; y++)
        if (marks & (1 << y)) {
          const double other = half[here][y];
          const double2 v = (y + s) & 1 ? make_double2(other, result[y]) : make_double2(result[y], other);
          double *out = (double *)((char *)to_row[y] + (unsigned long long)(unsigned)(k - 1) * plane_bytes);
          if (marks & 8) *(double2 *)out = v;
          else *out = v.x;
        }
    }
    __syncthreads();
    return ++k < end;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>()) &&
         step(constant<4>()) && step(constant<5>())) {
  }
}

} // namespace

int smooth_constant(const vf_engine *engine, const vf_level *level, double *to, int first, int last, bool from_zero)
{
  const grid g = grid_of(level);
  const int inner = rows - 2 * HALO_ROWS;
  const int64_t x = (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth = depth_of(x * y, ((const workbench *)engine->state)->multiprocessors, last - first, 6);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((last - first + depth - 1) / depth)), block(32, threads / 32);
  const double h2 = level->h[0] * level->h[0];
  const bool over = level->omega != 1;
  auto *const kernel = from_zero ? over ? smooth<true, true> : smooth<true, false>
                       : over ? smooth<false, true>
                                 : smooth<false, false>;
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, level->phi.at, level->rhs.at, g, h2, level->omega, first, last,
                                                 depth);
  return launched();
}

} // namespace VF_LEVELS
