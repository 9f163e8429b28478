// A whole cycle on the smallest levels by one block, in place: they are too small to fill a GPU, and a launch costs
// more than a step on them. phi and rhs of all levels lie in the block's shared memory where they fit; coefficients are
// read through the caches.
#include "small_level.h"

namespace VF_LEVELS {

namespace {

constexpr int most_levels = most_coarse_levels;

struct small_cycle {
  small_level level[most_levels];
  int count, shared_numbers; // 0: levels stay where they are
  vf_cycle how;
  vf_coarse_start start;
};
static_assert(sizeof(small_cycle) <= 4096, "arguments of a kernel");

__device__ void down(const small_level *level, const vf_cycle &how, int l, bool from_zero)
{
  if (from_zero) clear(level[l]);
  for (int s = 0; s < how.pre; s++) smooth(level[l], how.pre > 1 && s == how.pre - 1 ? how.near : how.omega);
  restrict_residual(level[l], level[l + 1]);
}

__device__ void up(small_level *level, const vf_cycle &how, int l)
{
  interpolate<true>(level[l], level[l + 1]);
  for (int s = 0; s < how.post; s++) smooth(level[l], how.post > 1 && s == 0 ? how.near : how.omega);
}

__device__ void bottom(const small_level &l, const vf_cycle &how, bool from_zero)
{
  if (from_zero) clear(l);
  if (VF_SYNC_GROUP_WORKS && !l.fills && !l.whole && l.colour_cells <= 32) {
    if (threadIdx.x < 32)
      for (int s = 0; s < how.bottom_smooths; s++) smooth_level<true, false>(l, how.omega);
    __syncthreads();
  } else
    for (int s = 0; s < how.bottom_smooths; s++) smooth(l, how.omega);
  if (how.singular) remove_mean(l);
}

__device__ void v_cycle(small_level *level, const vf_cycle &how, int first, int last, bool from_zero)
{
  for (int l = first; l < last; l++) down(level, how, l, from_zero || l > first);
  bottom(level[last], how, from_zero || first < last);
  for (int l = last - 1; l >= first; l--) up(level, how, l);
}

// Improves what an F-cycle found on the coarser level by a V-cycle before it goes up.
__device__ void f_cycle(small_level *level, const vf_cycle &how, int first, int last, bool from_zero)
{
  for (int l = first; l < last; l++) down(level, how, l, from_zero || l > first);
  bottom(level[last], how, from_zero || first < last);
  for (int l = last - 1; l >= first; l--) {
    if (l + 1 < last) v_cycle(level, how, l + 1, last, false);
    up(level, how, l);
  }
}

__device__ __noinline__ void one_cycle(small_level *level, const vf_cycle &how, int first, int last, bool from_zero)
{
  if (how.kind == VF_CYCLE_F) f_cycle(level, how, first, last, from_zero);
  else v_cycle(level, how, first, last, from_zero);
}

__device__ void copy_cells(const small_level &to, double *at, const small_level &from, const double *values)
{
  each_cell(
      to, [&](int i, int j, int k) { at[i + j * to.row + k * to.plane] = values[i + j * from.row + k * from.plane]; });
}

__global__ void __launch_bounds__(threads, 1) run_cycle(const small_cycle c)
{
  extern __shared__ double numbers[];
  __shared__ small_level level[most_levels], home[most_levels]; // where it works on them, and where they come from
  __shared__ vf_cycle how;                                      // by reference it would be copied for every thread
  const int last = c.count - 1;
  if (threadIdx.x == 0) how = c.how;
  if ((int)threadIdx.x < c.count) {
    small_level l = c.level[threadIdx.x];
    home[threadIdx.x] = l;
    if (c.shared_numbers) {
      l.row = l.n[0] + 2;
      l.plane = l.row * (l.n[1] + 2);
      l.rhs = numbers + l.offset + l.plane + l.row + 1;
      l.phi = l.rhs + l.plane * (l.n[2] + 2);
    }
    level[threadIdx.x] = l;
  }
  __syncthreads();
  const bool full = c.start == VF_COARSE_FULL;
  if (c.shared_numbers) {
    for (int l = 0; l <= (full ? last : 0); l++) copy_cells(level[l], level[l].rhs, home[l], home[l].rhs);
    if (c.start == VF_COARSE_GUESS) copy_cells(level[0], level[0].phi, home[0], home[0].phi);
  }
  if (full) {
    bottom(level[last], how, true);
    for (int l = last - 1; l >= 0; l--) {
      interpolate<false>(level[l], level[l + 1]);
      one_cycle(level, how, l, last, false);
    }
  } else one_cycle(level, how, 0, last, c.start == VF_COARSE_ZERO);
  if (c.shared_numbers) copy_cells(home[0], home[0].phi, level[0], level[0].phi);
}

small_level small_of(const vf_level *level)
{
  small_level l = {};
  for (int d = 0; d < 3; d++) l.n[d] = level->n[d];
  for (int f = 0; f < 6; f++) {
    const vf_face *face = &level->face[f];
    l.face[f] = *face;
    l.fills = l.fills || (face->periodic ? level->n[f % 3] % 2 != 0 : face->cells > 2);
    l.twos = l.twos || (!face->periodic && face->cells > 1);
    l.around[f % 3] = face->periodic;
    l.first[f] = face->periodic || face->cells == 0 ? 0 : face->w[0];
  }
  l.parity = level->parity;
  l.half_row = (l.n[0] + 1) / 2;
  l.cells = l.n[0] * l.n[1] * l.n[2];
  l.colour_cells = l.half_row * l.n[1] * l.n[2];
  l.inverse_row = 1.f / (float)l.n[0];
  l.inverse_half_row = 1.f / (float)l.half_row;
  l.inverse_rows = 1.f / (float)l.n[1];
  l.variable = level->variable;
  l.stretched = level->stretched;
  l.whole = level->whole_diagonal;
  l.phi = level->phi.at;
  l.rhs = level->rhs.at;
  l.row = l.coefficient_row = (int)level->phi.row;
  l.plane = l.coefficient_plane = (int)level->phi.plane;
  l.h2 = level->h[0] * level->h[0];
  l.inverse_h2 = VF_OVER_H2(1, level->h[0]);
  l.c = helmholtz_of(level);
  l.joint = level->joint;
  return l;
}

} // namespace

int coarse_cycle(vf_engine *engine, vf_level *levels, int count, const vf_cycle *cycle, vf_coarse_start start)
{
  if (levels->lines.along > 0) return coarse_cycle_lines(engine, levels, count, cycle, start);
  if (count > most_levels) return (int)VF_GPU(ErrorInvalidValue);
  small_cycle c = {};
  c.count = count;
  c.how = *cycle;
  c.start = start;
  for (int l = 0; l < count; l++) {
    const int *n = levels[l].n;
    c.level[l] = small_of(&levels[l]);
    c.level[l].offset = c.shared_numbers;
    c.shared_numbers += 2 * (n[0] + 2) * (n[1] + 2) * (n[2] + 2);
  }
  size_t bytes = (size_t)c.shared_numbers * sizeof(double);
  const size_t room = (size_t)((const workbench *)engine->state)->shared_bytes;
  if (bytes + 2 * sizeof c.level + 4096 > room) {
    bytes = 0;
    c.shared_numbers = 0;
  }
#if !defined(__HIP_PLATFORM_AMD__)
  const int code = (int)VF_GPU(FuncSetAttribute)((const void *)run_cycle,
                                                 VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)bytes);
  if (code) return code;
#endif
  run_cycle<<<1, threads, bytes, queue_of(engine)>>>(c);
  return launched();
}

} // namespace VF_LEVELS
