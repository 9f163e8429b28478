// One red-black smooth of the 7-point Laplacian in single precision: marches like smooth_constant_gpu.cu, with more
// threads, because a thread needs fewer registers.
#include "single_tiles.h"

namespace VF_LEVELS {

namespace {

constexpr int rows_per_thread = 2, rows = 40, threads = 32 * rows / rows_per_thread, blocks_at_once = 1;

template <single_start start, bool whole, coarsening_kind coarsening, bool anisotropic>
__global__ void __launch_bounds__(threads, blocks_at_once)
    smooth(float *__restrict__ to, const float *__restrict__ phi, const float *__restrict__ rhs, const single_grid g,
           const float h2, const float omega, const int first, const int last, const int depth, const int never,
           const coarse_floats coarse, const widths_of<float> w3)
{
  constexpr bool interpolates = start == ADDS_COARSE || start == SETS_COARSE;
  constexpr bool reads = start == AS_IT_IS || start == ADDS_COARSE;
  constexpr int halo = HALO_ROWS;
  // [plane parity][colour: old second, new first][row][pair]; rows beside the tile are read, but
  // their values do not count
  __shared__ float shared[2][2][rows + 2][32];
  __shared__ float4 parts[coarsening == PLAIN ? 1 : rows / rows_per_thread][32]; // a thread's own
  const int lane = (int)threadIdx.x, row = (int)threadIdx.y * rows_per_thread;
  const int i = 2 * ((int)blockIdx.x * TILE_PAIRS - 1 + lane);
  const int j = (int)blockIdx.y * (rows - 2 * halo) - halo + row;
  const int z0 = first + (int)blockIdx.z * depth, z1 = min(last, z0 + depth);
  const place at = place_of_pair(g, i, j);
  const unsigned plane_bytes = (unsigned)g.plane * (unsigned)sizeof(float);

  // Cells outside the domain load values from inside, and do not count. Bits: rows to store, edge.
  const int in_i = g.periodic[0] ? wrapped(i, g.n[0]) : clamped(i, 0, (g.n[0] - 1) & ~1);
  unsigned offset[rows_per_thread];
  int flags = at.west || at.last_first || at.last_second ? 4 : 0;
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    const int in_j = g.periodic[1] ? wrapped(j + y, g.n[1]) : clamped(j + y, 0, g.n[1] - 1);
    offset[y] = (unsigned)(in_i + in_j * g.row) * (unsigned)sizeof(float);
    const bool owned = lane >= 1 && lane <= TILE_PAIRS && row + y >= halo && row + y < rows - halo;
    if (owned && i < g.n[0] && j + y < g.n[1]) flags |= 1 << y;
    if (!g.periodic[1] && (j + y == 0 || j + y == g.n[1] - 1)) flags |= 4;
  }
  VF_KEEP(flags);

  // In step k the cells at position (y + step) & 1 of the pairs are updated: first colour in plane k, second in k - 1.
  int k = z0 - 1;
  if ((k + g.parity + halo) & 1) k--;
  int end = z1 + 1;
  VF_KEEP(end);
  planes of_phi(k - 1, g.n[2], g.n[2] - 1, g.periodic[2]), of_rhs(k, g.n[2], g.n[2] - 1, g.periodic[2]);

  // As in smooth_constant_gpu.cu.
  float x[2][3][rows_per_thread], own[2][rows_per_thread], rhs_first[2][rows_per_thread],
      rhs_second[2][rows_per_thread];
  float2 next_phi[2][rows_per_thread], next_rhs[2][rows_per_thread], last_phi[rows_per_thread],
      last_rhs[rows_per_thread];
  auto pair = [&](const float *field, int y, unsigned plane) {
    return *(const float2 *)((const char *)field + ((unsigned long long)plane * plane_bytes + offset[y]));
  };
  auto phi_at = [&](int y, unsigned plane) { return reads ? pair(phi, y, plane) : make_float2(0, 0); };
#pragma unroll
  for (int c = 0; c < 2; c++)
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++)
      x[c][0][y] = x[c][1][y] = x[c][2][y] = rhs_first[c][y] = rhs_second[c][y] = 0;
  unsigned plane = of_phi.at();
  const float_parents<coarsening> parents_of(coarse, g, i, j, &parts[coarsening == PLAIN ? 0 : threadIdx.y][lane]);
  constexpr bool adds = start == ADDS_COARSE;
  float_parent next_parent = {}, last_parent = {};
  const float_parent first_parent = interpolates ? parents_of.of(of_phi.k) : float_parent{};
  of_phi.next();
  if (interpolates) next_parent = parents_of.of(of_phi.k);
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    float2 v = phi_at(y, plane);
    if (interpolates) v = parents_of.template corrected<adds>(v, first_parent, next_parent.self, first_parent.above, y);
    x[0][1][y] = y ? v.y : v.x;
  }
  plane = of_phi.at();
  of_phi.next();
#pragma unroll
  for (int y = 0; y < rows_per_thread; y++) {
    float2 v = phi_at(y, plane);
    if (interpolates) v = parents_of.template corrected<adds>(v, next_parent, first_parent.self, next_parent.below, y);
    x[0][2][y] = y ? v.x : v.y;
    own[1][y] = y ? v.y : v.x;
    shared[0][0][row + y + 1][lane] = x[0][2][y];
  }
  if (interpolates) last_parent = next_parent;
  // Loads two planes at once, after the planes before them have arrived. never is 0, but the compiler
  // does not know its value.
  auto load = [&](float arrived) {
    const unsigned none = (unsigned)(__float_as_int(arrived) & never);
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
        next_rhs[slot][y] = pair(rhs, y, b);
      }
    }
  };
  load(0);
  __syncthreads();

  auto step = [&](auto number, const int k) {
    constexpr int s = decltype(number)::at, above = s % 3, here = (s + 2) % 3, below = (s + 1) % 3, b = s & 1;
    if (interpolates && b == 0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        next_phi[0][y] =
            parents_of.template corrected<adds>(next_phi[0][y], last_parent, next_parent.self, last_parent.above, y);
        next_phi[1][y] =
            parents_of.template corrected<adds>(next_phi[1][y], next_parent, last_parent.self, next_parent.below, y);
      }
      last_parent = next_parent;
    }
#pragma unroll
    for (int y = 0; y < rows_per_thread; y++) {
      const bool pos = (y + s) & 1;
      const float2 p = b ? last_phi[y] : next_phi[0][y], r = b ? last_rhs[y] : next_rhs[0][y];
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
    float result[rows_per_thread];
#pragma unroll
    for (int colour = 0; colour < 2; colour++) {
      const int m = k - colour;
      const bool z_face = m == 0 || m == g.n[2] - 1;
      float_neighbours q[rows_per_thread];
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const float(*tile)[32] = shared[b][colour] + row + y;
        const bool pos = (y + s) & 1;
        q[y] = { x[colour][here][y],
                 tile[1][lane + (pos ? 1 : -1)],
                 y == 0 ? tile[0][lane] : x[colour][here][0],
                 y == 0 ? x[colour][here][1] : tile[2][lane],
                 x[colour][below][y],
                 x[colour][above][y] };
      }
      if ((flags & 4) || z_face) {
#pragma unroll
        for (int y = 0; y < rows_per_thread; y++)
          fold_floats(q[y], g, at, (y + s) & 1, y, m, colour ? x[0][below][y] : own[b ^ 1][y]);
      }
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++) {
        const float right = colour ? rhs_second[1][y] : rhs_first[0][y];
        const float self = colour ? x[0][below][y] : own[b ^ 1][y];
        const float_neighbours &v = q[y];
        float value;
        if (anisotropic)
          value = VF_ANISOTROPIC_RELAXED(
              VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, v.near, v.far, v.south, v.north, v.below, v.above), right,
              w3.inverse);
        else
          value = VF_POISSON_SIXFOLD(VF_SUM_OF_6(v.near, v.far, v.south, v.north, v.below, v.above), right) * (1.f / 6);
        value = VF_OVER_RELAXED(self, omega, value);
        if (whole && ((flags & 4) || z_face)) {
          const float_neighbours w = folded_weights(g, at, (y + s) & 1, y, m);
          if (anisotropic)
            value = VF_WITH_WHOLE_DIAGONAL(
                self, value, w3.diagonal,
                VF_ANISOTROPIC_SUM(w3.dx, w3.dy, w3.dz, w.near, w.far, w.south, w.north, w.below, w.above));
          else
            value = VF_WITH_WHOLE_DIAGONAL(self, value, 6.f,
                                           VF_SUM_OF_6(w.near, w.south, w.below, w.far, w.north, w.above));
        }
        if (colour == 0) {
          x[1][above][y] = value;
          shared[b ^ 1][1][row + y + 1][lane] = value;
          shared[b ^ 1][0][row + y + 1][lane] = x[0][above][y];
        } else result[y] = value;
      }
    }
    const int m = k - 1;
    if (m >= z0) {
#pragma unroll
      for (int y = 0; y < rows_per_thread; y++)
        if (flags & (1 << y)) {
          const float other = x[1][here][y];
          *(float2 *)((char *)to + ((unsigned long long)(unsigned)m * plane_bytes + offset[y])) =
              (y + s) & 1 ? make_float2(other, result[y]) : make_float2(result[y], other);
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

template <single_start start, bool whole, bool anisotropic> auto *kernel_over(coarsening_kind coarsening)
{
  return coarsening == PLAIN    ? smooth<start, whole, PLAIN, anisotropic>
         : coarsening == GRADED ? smooth<start, whole, GRADED, anisotropic>
                                : smooth<start, whole, FLAT, anisotropic>;
}

template <bool whole, bool anisotropic> auto *kernel_for(single_start start, coarsening_kind coarsening)
{
  switch (start) {
    case AS_IT_IS: return smooth<AS_IT_IS, whole, PLAIN, anisotropic>;
    case FROM_ZERO: return smooth<FROM_ZERO, whole, PLAIN, anisotropic>;
    case ADDS_COARSE: return kernel_over<ADDS_COARSE, whole, anisotropic>(coarsening);
    default: return kernel_over<SETS_COARSE, whole, anisotropic>(coarsening);
  }
}

} // namespace

int smooth_single(const vfi_engine *engine, const vfi_level *level, float *to, int first, int last, single_start start,
                  const vfi_level *coarse)
{
  const single_grid g = single_grid_of(level);
  const int inner = rows - 2 * HALO_ROWS;
  const int64_t x = (g.n[0] + TILE_CELLS - 1) / TILE_CELLS, y = (g.n[1] + inner - 1) / inner;
  const int depth =
      depth_of(x * y, blocks_at_once * ((const workbench *)engine->state)->multiprocessors, last - first, 6);
  const dim3 blocks((unsigned)x, (unsigned)y, (unsigned)((last - first + depth - 1) / depth)), block(32, threads / 32);
  const coarse_floats from = coarse_floats_of(coarse);
  const coarsening_kind coarsening = coarsening_of(coarse);
  auto *const plain =
      level->whole_diagonal ? kernel_for<true, false>(start, coarsening) : kernel_for<false, false>(start, coarsening);
  auto *const kernel = !level->anisotropic     ? plain
                       : level->whole_diagonal ? kernel_for<true, true>(start, coarsening)
                                               : kernel_for<false, true>(start, coarsening);
  const float h2 = level->anisotropic ? 1 : (float)(level->h[0] * level->h[0]);
  kernel<<<blocks, block, 0, queue_of(engine)>>>(to, (const float *)level->phi.at, (const float *)level->rhs.at, g, h2,
                                                 (float)level->omega, first, last, depth, 0, from,
                                                 anisotropic_widths<float>(level));
  return launched();
}

} // namespace VF_LEVELS
