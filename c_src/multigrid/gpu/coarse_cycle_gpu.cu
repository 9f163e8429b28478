// A whole cycle on the smallest levels by one block, in place: these levels are too small to fill a GPU, and a launch
// costs more than a step on such a level. phi and rhs of all levels lie in the block's shared memory if the memory
// suffices; coefficients are read through the caches.
#include "small_level.h"
#if VF_SYNC_GROUP_WORKS
#include "pair_level.h"
#endif

namespace VF_LEVELS {

namespace {

constexpr int most_levels = most_coarse_levels;

struct small_cycle {
  small_level level[most_levels];
  int count, shared_numbers; // shared_numbers 0: levels stay in global memory
  vfi_cycle how;
  vfi_coarse_start start;
};
static_assert(sizeof(small_cycle) <= 4096, "arguments of a kernel");

// Like the function for pair levels, but the smooths of a small level are done separately.
__device__ void visit_level(const small_level &l, const small_level &coarse, const visit &v)
{
  if (v.start == CLEARED) clear(l);
  if (v.start == ADDED) interpolate<true>(l, coarse);
  if (v.start == SET) interpolate<false>(l, coarse);
  for (int s = 0; s < v.smooths; s++) smooth(l, s == v.special ? v.of_special : v.omega);
  if (v.restricts) restrict_residual(l, coarse);
}

template <typename L> __device__ void down(const L *level, const vfi_cycle &how, int l, bool from_zero)
{
  const int special = how.pre > 1 ? how.pre - 1 : -1;
  visit_level(level[l], level[l + 1], { from_zero ? CLEARED : HELD, how.pre, special, how.omega, how.near, true });
}

template <typename L> __device__ void up(const L *level, const vfi_cycle &how, int l)
{
  const int special = how.post > 1 ? 0 : -1;
  visit_level(level[l], level[l + 1], { ADDED, how.post, special, how.omega, how.near, false });
}

__device__ void smooth_bottom(const small_level &l, const vfi_cycle &how, bool from_zero)
{
  if (from_zero) clear(l);
  if (VF_SYNC_GROUP_WORKS && !l.fills && !l.whole && l.colour_cells <= 32) {
    if (threadIdx.x < 32)
      for (int s = 0; s < how.bottom_smooths; s++) smooth_level<true, false>(l, how.omega);
    __syncthreads();
  } else
    for (int s = 0; s < how.bottom_smooths; s++) smooth(l, how.omega);
}

#if VF_SYNC_GROUP_WORKS
__device__ void smooth_bottom(const pair_level &l, const vfi_cycle &how, bool from_zero)
{
  visit_level(l, l, { from_zero ? CLEARED : HELD, how.bottom_smooths, -1, how.omega, how.omega, false });
}
#endif

template <typename L> __device__ void bottom(const L &l, const vfi_cycle &how, bool from_zero)
{
  smooth_bottom(l, how, from_zero);
  if (how.singular) remove_mean(l);
}

template <typename L> __device__ void v_cycle(const L *level, const vfi_cycle &how, int first, int last, bool from_zero)
{
  for (int l = first; l < last; l++) down(level, how, l, from_zero || l > first);
  bottom(level[last], how, from_zero || first < last);
  for (int l = last - 1; l >= first; l--) up(level, how, l);
}

// On the way up, a V-cycle improves the result of the F-cycle on the coarser level.
template <typename L> __device__ void f_cycle(const L *level, const vfi_cycle &how, int first, int last, bool from_zero)
{
  for (int l = first; l < last; l++) down(level, how, l, from_zero || l > first);
  bottom(level[last], how, from_zero || first < last);
  for (int l = last - 1; l >= first; l--) {
    if (l + 1 < last) v_cycle(level, how, l + 1, last, false);
    up(level, how, l);
  }
}

template <typename L>
__device__ __noinline__ void one_cycle(const L *level, const vfi_cycle &how, int first, int last, bool from_zero)
{
  if (how.kind == VF_CYCLE_F) f_cycle(level, how, first, last, from_zero);
  else v_cycle(level, how, first, last, from_zero);
}

template <typename L> __device__ void run(const L *level, const vfi_cycle &how, int last, vfi_coarse_start start)
{
  if (start != VF_COARSE_FULL) return one_cycle(level, how, 0, last, start == VF_COARSE_ZERO);
  bottom(level[last], how, true);
  for (int l = last - 1; l >= 0; l--) {
    visit_level(level[l], level[l + 1], { SET, 0, -1, 0, 0, false });
    one_cycle(level, how, l, last, false);
  }
}

__device__ void copy_cells(const small_level &to, double *at, const small_level &from, const double *values)
{
  each_cell(
      to, [&](int i, int j, int k) { at[i + j * to.row + k * to.plane] = values[i + j * from.row + k * from.plane]; });
}

__global__ void __launch_bounds__(threads, 1) run_cycle(const small_cycle c)
{
  extern __shared__ double numbers[];
  __shared__ small_level level[most_levels], home[most_levels]; // the level for the work, and its place in memory
  __shared__ vfi_cycle how;                                     // a reference would be copied for every thread
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
  run(level, how, last, c.start);
  if (c.shared_numbers) copy_cells(home[0], home[0].phi, level[0], level[0].phi);
}

small_level small_of(const vfi_level *level)
{
  small_level l = {};
  for (int d = 0; d < 3; d++) l.n[d] = level->n[d];
  for (int f = 0; f < 6; f++) {
    const vfi_face *face = &level->face[f];
    l.face[f] = { face->periodic, face->cells, { face->w[0], face->w[1], face->w[2] } };
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
  l.anisotropic = level->anisotropic;
  l.whole = level->whole_diagonal;
  l.phi = level->phi.at;
  l.rhs = level->rhs.at;
  l.row = l.coefficient_row = (int)level->phi.row;
  l.plane = l.coefficient_plane = (int)level->phi.plane;
  l.h2 = level->h[0] * level->h[0];
  l.inverse_h2 = VF_OVER_H2(1, level->h[0]);
  l.c = helmholtz_of(level);
  const vfi_coarsening &j = level->coarsening;
  l.coarsening = { j.graded,
                   { j.halved[0], j.halved[1], j.halved[2] },
                   { j.low[0], j.low[1], j.low[2] },
                   { j.high[0], j.high[1], j.high[2] } };
  return l;
}

// Bytes of shared memory for levels: the device's memory without the kernel's own variables and a reserve.
size_t room_of(const vfi_engine *engine, size_t kept)
{
  return (size_t)((const workbench *)engine->state)->shared_bytes - kept - 4096;
}

// The limit belongs to the kernel and not to this call: another thread may be about to launch the
// kernel for other levels.
int launch(const vfi_engine *engine, void (*kernel)(small_cycle), const small_cycle &c, size_t room)
{
#if defined(__HIP_PLATFORM_AMD__)
  (void)room;
#else
  const int code =
      (int)VF_GPU(FuncSetAttribute)((const void *)kernel, VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)room);
  if (code) return code;
#endif
  kernel<<<1, threads, (size_t)c.shared_numbers * sizeof(double), queue_of(engine)>>>(c);
  return launched();
}

#if VF_SYNC_GROUP_WORKS
constexpr size_t kept_of_pairs = most_levels * sizeof(pair_level);

// A cycle with all levels in shared memory, by pairs.
__global__ void __launch_bounds__(threads, 1) run_cycle_of_pairs(const small_cycle c)
{
  __shared__ pair_level level[most_levels];
  __shared__ vfi_cycle how;
  const int last = c.count - 1;
  for (int at = (int)threadIdx.x; at < c.shared_numbers; at += threads) ((double *)shared_pairs)[at] = 0;
  if (threadIdx.x == 0) how = c.how;
  if ((int)threadIdx.x < c.count) {
    const int l = (int)threadIdx.x;
    level[l] = pair_level_of(c.level[l], c.level[l].offset, c.how.singular);
  }
  __syncthreads();
  for (int l = 0; l <= (c.start == VF_COARSE_FULL ? last : 0); l++)
    for (int q = (int)threadIdx.x; q < level[l].colour_cells; q += threads)
      shared_pairs[level[l].sources + q] = pair_of_field(level[l], level[l].rhs, q);
  if (c.start == VF_COARSE_GUESS) {
    for (int q = (int)threadIdx.x; q < level[0].colour_cells; q += threads) take_pair(level[0], q);
    __syncthreads();
  }
  run(level, how, last, c.start);
  for (int q = (int)threadIdx.x; q < level[0].colour_cells; q += threads) give_pair(level[0], q);
}

// Gives levels their places in shared memory, behind the room for residuals of the largest level; true if
// all levels have a place.
bool fits_pairs(const vfi_engine *engine, small_cycle *c)
{
  int most = 0, numbers = 0;
  for (int l = 0; l < c->count; l++) {
    const small_level &level = c->level[l];
    if (level.fills || level.twos || level.variable || level.colour_cells > most_pairs) return false;
    if (numbers_of_sources(level) > most) most = numbers_of_sources(level);
    c->level[l].offset = numbers;
    numbers += numbers_of_cells(level) + numbers_of_sources(level);
  }
  for (int l = 0; l < c->count; l++) c->level[l].offset += most;
  c->shared_numbers = numbers + most;
  return (size_t)c->shared_numbers * sizeof(double) <= room_of(engine, kept_of_pairs);
}
#endif

} // namespace

int coarse_cycle(vfi_engine *engine, vfi_level *levels, int count, const vfi_cycle *cycle, vfi_coarse_start start)
{
  if (count > most_levels) return (int)VF_GPU(ErrorInvalidValue);
  small_cycle c = {};
  c.count = count;
  c.how = *cycle;
  c.start = start;
  for (int l = 0; l < count; l++) c.level[l] = small_of(&levels[l]);
#if VF_SYNC_GROUP_WORKS
  if (fits_pairs(engine, &c)) return launch(engine, run_cycle_of_pairs, c, room_of(engine, kept_of_pairs));
#endif
  c.shared_numbers = 0;
  for (int l = 0; l < count; l++) {
    const int *n = levels[l].n;
    c.level[l].offset = c.shared_numbers;
    c.shared_numbers += 2 * (n[0] + 2) * (n[1] + 2) * (n[2] + 2);
  }
  const size_t room = room_of(engine, 2 * sizeof c.level);
  if ((size_t)c.shared_numbers * sizeof(double) > room) c.shared_numbers = 0;
  return launch(engine, run_cycle, c, room);
}

} // namespace VF_LEVELS
