// One red-black smooth of the variable operator in single precision: marches like smooth_variable_gpu.cu.
#include "single_tiles.h"

namespace VF_LEVELS {

namespace {

constexpr int rows = 16, rows_per_thread = 2, threads = 32 * rows / rows_per_thread, blocks_at_once = 2;

struct float_coefficients {
  const float *__restrict__ a, *__restrict__ bx, *__restrict__ by, *__restrict__ bz;
};

// Coefficients of a cell: the right-hand side, a, and the faces.
struct float_cell {
  float rhs, mass, west, east, south, north, below, above;
};

__device__ __forceinline__ float relaxed(float omega, float self, const float_cell &b, float above,
                                         const float_neighbours &x, bool pos)
{
  const float diagonal = VF_HELMHOLTZ_DIAGONAL(b.mass, 1, 1, 1, b.west, b.east, b.south, b.north, b.below, above);
  const float west = pos ? x.near : x.far, east = pos ? x.far : x.near;
  const float around = VF_HELMHOLTZ_NEIGHBOURS(1, 1, 1, b.west, b.east, b.south, b.north, b.below, above, west, east,
                                               x.south, x.north, x.below, x.above);
  return VF_HELMHOLTZ_RELAXED(self, omega, diagonal, b.rhs, around);
}

template <single_start start, coarsening_kind coarsening>
__global__ void __launch_bounds__(threads, blocks_at_once)
    smooth(float *__restrict__ to, const float *__restrict__ phi, const float *__restrict__ rhs,
           const float_coefficients c, const single_grid g, const float omega, const int first, const int last,
           const int depth, const int never, const coarse_floats coarse)
{
  constexpr bool interpolates = start == ADDS_COARSE || start == SETS_COARSE;
  constexpr bool reads = start == AS_IT_IS || start == ADDS_COARSE;
  constexpr int halo = HALO_ROWS;
  __shared__ float shared[2][2][rows + 2][32];                                   // as in smooth_constant_gpu.cu
  __shared__ float4 parts[coarsening == PLAIN ? 1 : rows / rows_per_thread][32]; // a thread's own
  const int lane = (int)threadIdx.x, row = (int)threadIdx.y * rows_per_thread;
  const int i = 2 * ((int)blockIdx.x * TILE_PAIRS - 1 + lane);
  const int j = (int)blockIdx.y * (rows - 2 * halo) - halo + row;
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  const place at = place_of_pair(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(float);

  // Cells outside the domain load values from inside; the last row has the upper faces of the thread's cells.
  const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, g.n[0] & ~1);
  unsigned offset[rows_per_thread + 1];
  int flags = at.west || at.last_first || at.last_second ? 4 : 0;
#pragma unroll
  for (int y = 0; y <= rows_per_thread; y++) {
    const int in_j = g.periodic[1] ? wrapped(j + y, g.n[1]) : clamped(j + y, 0, g.n[1]);
    offset[y] = (unsigned)(in_i + in_j * g.row) * (unsigned)sizeof(float);
    if (y == rows_per_thread) break;
    const bool owned = lane >= 1 && lane <= TILE_PAIRS && row + y >= halo && row + y < rows - halo;
    if (owned && i < g.n[0] && j + y < g.n[1]) flags |= 1 << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) flags |= 4;
  }
  VF_KEEP(flags);
  auto pair = [&](const float *field, int y, unsigned k) {
    return *(const float2 *)((const char *)field + ((unsigned long long)k * plane_bytes + offset[y]));
  };
  auto phi_at = [&](int y, unsigned k) { return reads ? pair(phi, y, k) : make_float2(0, 0); };

  int k = z0 - 1;
  if ((k + g.parity + halo) & 1) k--;
  int end = z1 + 1;
  VF_KEEP(end);
  // Planes of phi, and of the faces below the planes, up to face n.
  planes of_phi(k - 1, g.n[2], g.n[2], g.periodic[2]), of_cells(k, g.n[2], g.n[2], g.periodic[2]);

  float old[3][rows_per_thread], first_colour[3][rows_per_thread], own[2][rows_per_thread];
  float2 phi_ahead[rows_per_thread], rhs_ahead[rows_per_thread], a_ahead[rows_per_thread], bx_ahead[rows_per_thread],
      by_ahead[rows_per_thread + 1];
  float2 bz_ahead[rows_per_thread], bz[rows_per_thread];
  float_cell second[rows_per_thread]; // above is missing: `below` of the first colour in the next plane
  const float_parents<coarsening> parents_of(coarse, g, i, j, &parts[coarsening == PLAIN ? 0 : threadIdx.y][lane]);
  constexpr bool adds = start == ADDS_COARSE;
  float_parent of_plane = {}, of_lower = {};
  float parent_above = 0, part_ahead = 0;
  if (interpolates) {
    of_lower = parents_of.of(of_phi.k);
    planes after = of_phi;
    after.next();
    of_plane = parents_of.of(after.k);
  }
  float parent_below = of_lower.self;
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    float2 v = phi_at(y, of_phi.at());
    if (interpolates) v = parents_of.template corrected<adds>(v, of_lower, of_plane.self, of_lower.above, y);
    old[0][y] = first_colour[0][y] = first_colour[1][y] = first_colour[2][y] = own[0][y] = 0;
    old[1][y] = y ? v.y : v.x;
    second[y] = float_cell{};
  }
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    float2 v = phi_at(y, of_phi.at());
    if (interpolates) v = parents_of.template corrected<adds>(v, of_plane, parent_below, of_plane.below, y);
    old[2][y] = shared[0][0][row + y + 1][lane] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    bz[y] = pair(c.bz, y, of_phi.at());
  }
  of_phi.next();
  auto load = [&](auto upper, float arrived) {
    const unsigned none = (unsigned)(__float_as_int(arrived) & never), after = of_phi.at() + none,
                   now = of_cells.at() + none;
    // The coarse cell above comes with the upper half of the children, and is present when the children above it come.
    constexpr bool by_planes = interpolates && coarsening == FLAT, by_pairs = interpolates && coarsening != FLAT;
    if (by_planes) of_plane = parents_of.of(of_phi.k, none);
    if (by_pairs && decltype(upper)::at) parent_above = parents_of.self_of(of_phi.k + 2, none);
    if (by_pairs && !decltype(upper)::at) parents_of.sides(of_plane, of_phi.k, none);
    if (by_pairs) part_ahead = decltype(upper)::at ? parents_of.part_above(of_phi.k) : parents_of.part_below(of_phi.k);
    of_phi.next();
    of_cells.next();
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      phi_ahead[y] = phi_at(y, after);
      a_ahead[y] = pair(c.a, y, now);
      rhs_ahead[y] = pair(rhs, y, now);
      bx_ahead[y] = pair(c.bx, y, now);
      by_ahead[y] = pair(c.by, y, now);
      bz_ahead[y] = pair(c.bz, y, after);
    }
    by_ahead[rows_per_thread] = pair(c.by, rows_per_thread, now);
  };
  load(constant<1>(), 0);
  __syncthreads();

  auto step = [&](auto number) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    float_cell now[rows_per_thread], wait[rows_per_thread];
    const float arrived = by_ahead[rows_per_thread].y;
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const float2 p = interpolates ? parents_of.template corrected<adds>(
                                          phi_ahead[y], of_plane, b ? parent_below : parent_above, part_ahead, y)
                                    : phi_ahead[y];
      const float2 a = a_ahead[y], r = rhs_ahead[y], x = bx_ahead[y];
      const float2 low = by_ahead[y], high = by_ahead[y + 1], z = bz[y], z_above = bz_ahead[y];
      const float east = VF_FROM_LANE_ABOVE(x.x);
      old[above][y] = pos ? p.y : p.x;
      own[b][y] = pos ? p.x : p.y;
      const float_cell one = { r.x, a.x, x.x, x.y, low.x, high.x, z.x, z_above.x };
      const float_cell two = { r.y, a.y, x.y, east, low.y, high.y, z.y, z_above.y };
      now[y] = pos ? two : one;
      wait[y] = pos ? one : two;
      bz[y] = z_above;
    }
    if (interpolates && coarsening != FLAT && b == 0) {
      parent_below = of_plane.self;
      of_plane.self = parent_above;
    }
    load(constant<b>(), arrived);
    auto around = [&](int colour, const float(&other)[3][rows_per_thread], const float *self, float_neighbours *x,
                      int plane) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const float(*tile)[32] = shared[b][colour] + row + y;
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
        for (int y = 0; y < rows_per_thread; y++) fold_floats(x[y], g, at, (y + s) & 1, y, plane, self[y]);
      }
    };
    float_neighbours x[rows_per_thread];
    around(0, old, own[b ^ 1], x, k);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      first_colour[above][y] = shared[b ^ 1][1][row + y + 1][lane] =
          relaxed(omega, own[b ^ 1][y], now[y], now[y].above, x[y], (y + s) & 1);
      shared[b ^ 1][0][row + y + 1][lane] = old[above][y];
    }
    float result[rows_per_thread];
    around(1, first_colour, old[below], x, k - 1);
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      result[y] = relaxed(omega, old[below][y], second[y], now[y].below, x[y], (y + s) & 1);
      second[y] = wait[y];
    }
    if (k > z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        if (flags & (1 << y)) {
          const float other = first_colour[here][y];
          *(float2 *)((char *)to + ((unsigned long long)(unsigned)(k - 1) * plane_bytes + offset[y])) =
              (y + s) & 1 ? make_float2(other, result[y]) : make_float2(result[y], other);
        }
    }
    __syncthreads();
    return ++k < end;
  };
  while (step(constant<0>()) && step(constant<1>()) && step(constant<2>()) && step(constant<3>()) &&
         step(constant<4>()) && step(constant<5>())) {
  }
}

template <single_start start> auto *kernel_over(coarsening_kind coarsening)
{
  return coarsening == PLAIN    ? smooth<start, PLAIN>
         : coarsening == GRADED ? smooth<start, GRADED>
                                : smooth<start, FLAT>;
}

} // namespace

int smooth_single_variable(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last,
                           single_start start, const vfi_level *coarse)
{
  const single_grid g = single_grid_of(level);
  const int inner = rows - 2 * HALO_ROWS;
  const int64_t x = (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth =
      depth_of(x * y, blocks_at_once * ((const workbench *)engine->state)->multiprocessors, last - first, 5);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((last - first + depth - 1) / depth)), block(32, threads / 32);
  const float_coefficients c = { (const float *)level->a.at, (const float *)level->bx.at, (const float *)level->by.at,
                                 (const float *)level->bz.at };
  const coarsening_kind coarsening = coarsening_of(coarse);
  auto *const kernel = start == AS_IT_IS      ? smooth<AS_IT_IS, PLAIN>
                       : start == FROM_ZERO   ? smooth<FROM_ZERO, PLAIN>
                       : start == ADDS_COARSE ? kernel_over<ADDS_COARSE>(coarsening)
                                              : kernel_over<SETS_COARSE>(coarsening);
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, (const float *)level->phi.at, (const float *)level->rhs.at, c, g,
                                                 (float)level->omega, first, last, depth, 0, coarse_floats_of(coarse));
  return launched();
}

} // namespace VF_LEVELS
