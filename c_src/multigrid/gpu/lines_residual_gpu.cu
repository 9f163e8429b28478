// Residuals of levels with lines and constant coefficients: arrays of each direction give the operator, see vfi_lines.
#include "largest.h"
#include "level.h"

#include "../line_formulas.h"
#include "../lines.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 8, most_children = 8;

struct profiles {
  const double *low[3], *high[3], *diagonal[3], *width[3];
  int n[3], p, pitch; // p: the direction whose arrays have the even indices first
  ptrdiff_t row, plane;
  bool periodic[3];
};

profiles profiles_of(const vfi_level *level)
{
  const vfi_lines *lines = &level->lines;
  profiles g = {};
  for (int d = 0; d < 3; d++) {
    g.low[d] = lines->low[d];
    g.high[d] = lines->high[d];
    g.diagonal[d] = lines->diagonal[d];
    g.width[d] = lines->width[d];
    g.n[d] = level->n[d];
    g.periodic[d] = level->face[d].periodic;
  }
  g.p = vfi_lines_p(lines);
  g.pitch = lines->pitch;
  g.row = level->phi.row;
  g.plane = level->phi.plane;
  return g;
}

// A direction's part of the operator at an index, and the distances to the neighbours; 0: no neighbour.
struct cross {
  double low, high, diagonal, width;
  ptrdiff_t before, after;
};

__device__ __forceinline__ cross cross_of(const profiles &g, int d, int at)
{
  const int last = g.n[d] - 1, place = d == g.p ? VF_LINE_PLACE(at, g.pitch) : at;
  const ptrdiff_t stride = d == 0 ? 1 : d == 1 ? g.row : g.plane;
  return { g.low[d][place],
           g.high[d][place],
           g.diagonal[d][place],
           g.width[d][place],
           at > 0          ? -stride
           : g.periodic[d] ? last * stride
                           : 0,
           at < last       ? stride
           : g.periodic[d] ? -last * stride
                           : 0 };
}

__device__ __forceinline__ double beside(const double *__restrict__ x, ptrdiff_t way)
{
  const double value = x[way]; // without a condition, so this load is under way with the others
  return way ? value : 0;
}

// The operator applied to x at a cell.
__device__ __forceinline__ double applied_by(const cross &i, const cross &j, const cross &k,
                                             const double *__restrict__ x)
{
  const double sum = VF_PROFILE_SUM(i.low, beside(x, i.before), i.high, beside(x, i.after), j.low, beside(x, j.before),
                                    j.high, beside(x, j.after), k.low, beside(x, k.before), k.high, beside(x, k.after));
  return VF_PROFILE_APPLIED(VF_PROFILE_VOLUME(i.width, j.width, k.width), sum,
                            VF_PROFILE_DIAGONAL(i.diagonal, j.diagonal, k.diagonal), x[0]);
}

// A thread has a column of the coarse level; cx, cy, cz: children of its cells, 1 or 2. A missing child has the index
// of an existing cell, and counts 0.
template <bool norms>
__global__ void __launch_bounds__(block_x *block_y)
    restrict_cells(const vf_field coarse, const int3 n, const int cx, const int cy, const int cz, const profiles g,
                   const double *__restrict__ phi, const double *__restrict__ rhs, unsigned long long *largest)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  const bool inside = i < n.x && j < n.y;
  double most = 0;
  if (inside) {
    const bool pair_x = cx * i + 1 < g.n[0] && cx > 1, pair_y = cy * j + 1 < g.n[1] && cy > 1;
    const cross x[2] = { cross_of(g, 0, cx * i), cross_of(g, 0, cx * i + pair_x) };
    const cross y[2] = { cross_of(g, 1, cy * j), cross_of(g, 1, cy * j + pair_y) };
    for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z) {
      double r[most_children];
#pragma unroll
      for (int child = 0; child < most_children; child++) {
        const int ex = child & 1, ey = child >> 1 & 1, ez = child >> 2;
        r[child] = 0;
        if (ex >= cx) r[child] = r[child & ~1];
        else if (ey >= cy) r[child] = r[child & ~2];
        else if (ez >= cz) r[child] = r[child & ~4];
        else if (ex <= pair_x && ey <= pair_y && cz * k + ez < g.n[2]) {
          const ptrdiff_t at = cx * i + ex + (cy * j + ey) * g.row + (cz * k + ez) * g.plane;
          r[child] = rhs[at] - applied_by(x[ex], y[ey], cross_of(g, 2, cz * k + ez), phi + at);
          if (norms) most = larger(most, fabs(r[child]));
        }
      }
      coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_8(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
    }
  }
  if (norms) note_largest<block_y>(most, largest);
}

__global__ void __launch_bounds__(block_x *block_y)
    take_norm(const profiles g, const double *__restrict__ phi, const double *__restrict__ rhs,
              unsigned long long *largest)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  double most = 0;
  if (i < g.n[0] && j < g.n[1]) {
    const cross x = cross_of(g, 0, i), y = cross_of(g, 1, j);
    for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
      const ptrdiff_t at = i + j * g.row + k * g.plane;
      most = larger(most, fabs(rhs[at] - applied_by(x, y, cross_of(g, 2, k), phi + at)));
    }
  }
  note_largest<block_y>(most, largest);
}

// r = rhs - L x, or -(0 - L x).
__global__ void __launch_bounds__(block_x *block_y)
    store_cells(double *__restrict__ r, const profiles g, const double *__restrict__ x, const double *__restrict__ rhs)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  const cross in_x = cross_of(g, 0, i), in_y = cross_of(g, 1, j);
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    const double applied = applied_by(in_x, in_y, cross_of(g, 2, k), x + at);
    r[at] = rhs ? rhs[at] - applied : -(0 - applied);
  }
}

dim3 blocks_for(const int n[3])
{
  return dim3((unsigned)(n[0] + block_x - 1) / block_x, (unsigned)(n[1] + block_y - 1) / block_y,
              (unsigned)(n[2] < 65535 ? n[2] : 65535));
}

// Each block marches, and there are about as many blocks as the device holds. So a block loads the numbers across the
// march only once, and blocks that take a norm end with one atomic operation each.
dim3 some_blocks_for(const int n[3])
{
  dim3 blocks = blocks_for(n);
  const unsigned most = 1 + 1024 / (blocks.x * blocks.y);
  if (blocks.z > most) blocks.z = most;
  return blocks;
}

} // namespace

int residual_restrict_lines(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, double *norm)
{
  const workbench *bench = (const workbench *)engine->state;
  int code = norm ? word_for_results(engine) : 0;
  if (!code && norm) code = (int)VF_GPU(MemsetAsync)(bench->device, 0, sizeof(double), queue_of(engine));
  if (code) return code;
  auto *const largest = (unsigned long long *)bench->device;
  const dim3 block(block_x, block_y);
  const profiles g = profiles_of(fine);
  if (coarse) {
    const int *n = coarse->n, children[3] = { 1 + coarse->coarsening.halved[0], 1 + coarse->coarsening.halved[1],
                                              1 + coarse->coarsening.halved[2] };
    auto *const kernel = norm ? restrict_cells<true> : restrict_cells<false>;
    kernel<<<some_blocks_for(n), block, 0, queue_of(engine)>>>(coarse->rhs, make_int3(n[0], n[1], n[2]), children[0],
                                                               children[1], children[2], g, fine->phi.at, fine->rhs.at,
                                                               largest);
  } else take_norm<<<some_blocks_for(fine->n), block, 0, queue_of(engine)>>>(g, fine->phi.at, fine->rhs.at, largest);
  code = launched();
  return code || !norm ? code : fetch(engine, bench->device, norm);
}

int store_residual_lines(const vfi_engine *engine, const vfi_level *level, vf_field x, const double *rhs, vf_field r)
{
  store_cells<<<some_blocks_for(level->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(r.at, profiles_of(level),
                                                                                          x.at, rhs);
  return launched();
}

} // namespace VF_LEVELS
