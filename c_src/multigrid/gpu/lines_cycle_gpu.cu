// A whole cycle on the smallest levels that are smoothed by lines, by one block. phi and rhs of all levels lie in the
// block's shared memory, and behind a level's own what one half sweep of it needs: coarser levels, whose place that is,
// hold nothing then.
#include "small_lines.h"

namespace VF_LEVELS {

namespace {

constexpr int most_levels = most_line_levels;
constexpr int most_lists = 3, most_omegas = 6; // of over-relaxation
constexpr int64_t most_cells = 512;            // of a level; above that a launch of many blocks a step is faster

struct line_cycle {
  line_level level[most_levels];
  int count, numbers, kind;
  // Of half sweeps: post smooths, then pre smooths; `omegas` of a level says which list, most_lists: none of them.
  double omegas[most_lists][most_omegas];
  double omega, near;
  int pre, post, bottom_smooths;
  bool singular;
  vf_coarse_start start;
};
static_assert(sizeof(line_cycle) <= 4096, "arguments of a kernel");

struct driver {
  const line_level *level;
  const line_cycle *how; // in shared memory
  double *numbers;
  int last;

  __device__ double *parts_of(int l) const { return numbers + (l < last ? level[l + 1].offset : how->numbers); }

  __device__ void clear(int l) const
  {
    each_cell(level[l], [&](int i, int j, int k) { level[l].phi[i + j * level[l].row + k * level[l].plane] = 0; });
  }
  // near: the smooth, 0 or later, beside the coarse correction; place: of the first one among those of a cycle.
  __device__ void smooths(int l, int count, int near, int place) const
  {
    const int which = level[l].omegas;
    for (int half = 0; half < 2 * count; half++) {
      double omega = count > 1 && half / 2 == near ? how->near : how->omega;
      if (which < most_lists && place >= 0) omega = how->omegas[which][2 * place + half];
      sweep_any(level[l], parts_of(l), half & 1, omega);
    }
  }
  __device__ void down(int l, bool from_zero) const
  {
    if (from_zero) clear(l);
    smooths(l, how->pre, how->pre - 1, how->post);
    restrict_lines(level[l], level[l + 1]);
  }
  __device__ void up(int l) const
  {
    interpolate_to<true>(level[l], level[l + 1]);
    smooths(l, how->post, 0, 0);
  }
  __device__ void bottom(bool from_zero) const
  {
    const line_level &l = level[last];
    if (from_zero) clear(last);
    smooths(last, how->bottom_smooths, -1, -1);
    if (!how->singular) return;
    small_level s;
    for (int d = 0; d < 3; d++) s.n[d] = l.n[d];
    s.cells = l.n[0] * l.n[1] * l.n[2];
    s.inverse_row = 1.f / (float)l.n[0];
    s.inverse_rows = 1.f / (float)l.n[1];
    s.row = l.row;
    s.plane = l.plane;
    s.phi = l.phi;
    remove_mean<block>(s);
  }
  __device__ void v_cycle(int first, bool from_zero) const
  {
    for (int l = first; l < last; l++) down(l, from_zero || l > first);
    bottom(from_zero || first < last);
    for (int l = last - 1; l >= first; l--) up(l);
  }
  // Improves what an F-cycle found on the coarser level by a V-cycle before it goes up.
  __device__ __noinline__ void one_cycle(int first, bool from_zero) const
  {
    for (int l = first; l < last; l++) down(l, from_zero || l > first);
    bottom(from_zero || first < last);
    for (int l = last - 1; l >= first; l--) {
      if (how->kind == VF_CYCLE_F && l + 1 < last) v_cycle(l + 1, false);
      up(l);
    }
  }
};

__device__ void copy_cells(const line_level &to, double *at, const line_level &from, const double *values)
{
  each_cell(
      to, [&](int i, int j, int k) { at[i + j * to.row + k * to.plane] = values[i + j * from.row + k * from.plane]; });
}

__global__ void __launch_bounds__(block, 1) run_cycle(const line_cycle c)
{
  extern __shared__ double numbers[];
  __shared__ line_cycle how;
  const int words = (int)(sizeof c / sizeof(int)), last = c.count - 1;
  for (int w = (int)threadIdx.x; w < words; w += block) ((int *)&how)[w] = ((const int *)&c)[w];
  __syncthreads();
  if ((int)threadIdx.x < c.count) {
    line_level &l = how.level[threadIdx.x];
    l.row = l.n[0] | 1;
    l.plane = l.row * l.n[1];
    l.rhs = numbers + l.offset;
    l.phi = l.rhs + l.plane * l.n[2];
  }
  __syncthreads();
  const driver d = { how.level, &how, numbers, last };
  const bool full = c.start == VF_COARSE_FULL;
  for (int l = 0; l <= (full ? last : 0); l++) copy_cells(how.level[l], how.level[l].rhs, c.level[l], c.level[l].rhs);
  if (c.start == VF_COARSE_GUESS) copy_cells(how.level[0], how.level[0].phi, c.level[0], c.level[0].phi);
  if (full) {
    d.bottom(true);
    for (int l = last - 1; l >= 0; l--) {
      interpolate_to<false>(how.level[l], how.level[l + 1]);
      d.one_cycle(l, false);
    }
  } else d.one_cycle(0, c.start == VF_COARSE_ZERO);
  copy_cells(c.level[0], c.level[0].phi, how.level[0], how.level[0].phi);
}

// Numbers of a level in shared memory, and those of its half sweeps behind it.
int numbers_of(const int n[3]) { return 2 * (n[0] | 1) * n[1] * n[2]; }
int parts_of(const vf_level *level)
{
  const vf_lines *lines = &level->lines;
  const int n = level->n[lines->along - 1], most = own_cells * block / n;
  const int all = (level->n[vf_lines_p(lines)] + 1) / 2 * level->n[vf_lines_q(lines)];
  return n * ((2 * all < most ? 2 * all : most) | 1);
}

line_level line_level_of(const vf_level *level)
{
  line_level l = {};
  const double *const b[3] = { level->bx.at, level->by.at, level->bz.at };
  for (int d = 0; d < 3; d++) {
    l.n[d] = level->n[d];
    l.halved |= (unsigned char)(level->joint.halved[d] << d);
    l.around |= (unsigned char)(level->face[d].periodic << d);
    l.profile[d] = level->lines.low[d];
    l.b[d] = b[d];
    l.factor[d] = VF_OVER_H2(level->beta, level->h[d]);
    if (!level->joint.graded) continue;
    l.part[0][d] = level->joint.low[d];
    l.part[1][d] = level->joint.high[d];
  }
  for (int f = 0; f < 6; f++) {
    const vf_face *face = &level->face[f];
    l.w[f] = face->periodic || face->cells == 0 ? 0 : face->w[0];
  }
  l.row = l.coefficient_row = (int)level->phi.row;
  l.plane = l.coefficient_plane = (int)level->phi.plane;
  l.parity = level->parity;
  l.pitch = level->lines.pitch;
  l.along = (unsigned char)level->lines.along;
  l.phi = level->phi.at;
  l.rhs = level->rhs.at;
  l.kind = level->lines.kind;
  l.alike = level->lines.alike;
  l.pivots = level->lines.pivots;
  l.a = level->a.at;
  l.alpha = level->alpha;
  return l;
}

// Levels have one of some lists of omegas, or none; false: of more.
bool give_omegas(line_cycle *c, const vf_level *levels)
{
  const double *of[most_lists] = { NULL };
  const int halves = 2 * (c->pre + c->post);
  for (int l = 0; l < c->count; l++) {
    const double *own = levels[l].lines.omegas;
    int which = own ? 0 : most_lists;
    while (which < most_lists && of[which] && of[which] != own) which++;
    c->level[l].omegas = (unsigned char)which;
    if (!own) continue;
    if (which == most_lists || halves > most_omegas) return false;
    of[which] = own;
    for (int h = 0; h < halves; h++) c->omegas[which][h] = own[h];
  }
  return true;
}

// Of a block.
size_t bytes_of(const vf_level *levels, int count)
{
  size_t numbers = 0, needed = 0;
  for (int l = 0; l < count; l++) {
    numbers += (size_t)numbers_of(levels[l].n);
    const size_t with_parts = numbers + (size_t)parts_of(&levels[l]);
    if (with_parts > needed) needed = with_parts;
  }
  return needed * sizeof(double);
}

} // namespace

bool takes_lines(const vf_engine *engine, const vf_level *levels, int count, const vf_cycle *cycle)
{
  constexpr size_t others = sizeof(line_cycle) + VF_REDUCTION_LANES * sizeof(double) + 1024;
  if (count > most_levels || cells_of(levels) > most_cells) return false;
  if (levels->lines.omegas && 2 * (cycle->pre + cycle->post) > most_omegas) return false;
  return bytes_of(levels, count) + others <= (size_t)((const workbench *)engine->state)->shared_bytes;
}

int coarse_cycle_lines(vf_engine *engine, const vf_level *levels, int count, const vf_cycle *cycle,
                       vf_coarse_start start)
{
  line_cycle c = {};
  c.count = count;
  c.kind = cycle->kind;
  c.omega = cycle->omega;
  c.near = cycle->near;
  c.pre = cycle->pre;
  c.post = cycle->post;
  c.bottom_smooths = cycle->bottom_smooths;
  c.singular = cycle->singular;
  c.start = start;
  if (count > most_levels) return (int)VF_GPU(ErrorInvalidValue);
  for (int l = 0; l < count; l++) {
    c.level[l] = line_level_of(&levels[l]);
    c.level[l].offset = c.numbers;
    c.numbers += numbers_of(levels[l].n);
  }
  if (!give_omegas(&c, levels)) return (int)VF_GPU(ErrorInvalidValue);
  const size_t bytes = bytes_of(levels, count);
#if !defined(__HIP_PLATFORM_AMD__)
  const int code = (int)VF_GPU(FuncSetAttribute)((const void *)run_cycle,
                                                 VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)bytes);
  if (code) return code;
#endif
  run_cycle<<<1, block, bytes, queue_of(engine)>>>(c);
  return launched();
}

} // namespace VF_LEVELS
