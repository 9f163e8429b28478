// Residuals of levels that are smoothed by lines and have constant coefficients: by one array a direction, see vf_lines.
#include "level.h"

#include "../line_formulas.h"
#include "../lines.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 8, most_children = 8;

struct profiles {
  const double *low[3], *high[3], *diagonal[3], *width[3];
  int n[3], p, pitch; // p: the direction whose arrays have its even indices first
  ptrdiff_t row, plane;
  bool periodic[3];
};

profiles profiles_of(const vf_level *level)
{
  const vf_lines *lines = &level->lines;
  profiles g = {};
  for (int d = 0; d < 3; d++) {
    g.low[d] = lines->low[d];
    g.high[d] = lines->high[d];
    g.diagonal[d] = lines->diagonal[d];
    g.width[d] = lines->width[d];
    g.n[d] = level->n[d];
    g.periodic[d] = level->face[d].periodic;
  }
  g.p = vf_lines_p(lines);
  g.pitch = lines->pitch;
  g.row = level->phi.row;
  g.plane = level->phi.plane;
  return g;
}

// What is applied to x at a cell.
__device__ __forceinline__ double applied_at(const profiles &g, const double *__restrict__ x, int i, int j, int k)
{
  const int at[3] = { i, j, k };
  const ptrdiff_t stride[3] = { 1, g.row, g.plane };
  int place[3];
  double beside[6];
  x += i + j * g.row + k * g.plane;
#pragma unroll
  for (int d = 0; d < 3; d++) {
    const int last = g.n[d] - 1;
    place[d] = d == g.p ? (at[d] >> 1) + (at[d] & 1) * (g.pitch >> 1) : at[d];
    beside[d] = at[d] > 0 ? x[-stride[d]] : g.periodic[d] ? x[last * stride[d]] : 0;
    beside[d + 3] = at[d] < last ? x[stride[d]] : g.periodic[d] ? x[-last * stride[d]] : 0;
  }
  const double volume = VF_PROFILE_VOLUME(g.width[0][place[0]], g.width[1][place[1]], g.width[2][place[2]]);
  const double diagonal =
      VF_PROFILE_DIAGONAL(g.diagonal[0][place[0]], g.diagonal[1][place[1]], g.diagonal[2][place[2]]);
  const double sum =
      VF_PROFILE_SUM(g.low[0][place[0]], beside[0], g.high[0][place[0]], beside[3], g.low[1][place[1]], beside[1],
                     g.high[1][place[1]], beside[4], g.low[2][place[2]], beside[2], g.high[2][place[2]], beside[5]);
  return VF_PROFILE_APPLIED(volume, sum, diagonal, x[0]);
}

__device__ __forceinline__ double larger(double a, double b) { return b > a || b != b ? b : a; }

// The largest of all threads of a block; none is negative, so that bits are in the order of numbers.
__device__ void note_largest(double value, unsigned long long *result)
{
  __shared__ double largest[block_x * block_y];
  const int thread = (int)(threadIdx.y * block_x + threadIdx.x);
  largest[thread] = value;
  for (int half = block_x * block_y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) largest[thread] = larger(largest[thread], largest[thread + half]);
  }
  if (thread != 0) return;
  const unsigned long long bits = (unsigned long long)__double_as_longlong(largest[0]) & 0x7fffffffffffffffull;
  if (bits > *(volatile unsigned long long *)result) atomicMax(result, bits);
}

// A thread has a cell of the coarse level; cx, cy, cz: its children, 1 or 2.
template <bool norms>
__global__ void __launch_bounds__(block_x *block_y)
    restrict_cells(const vf_field coarse, const int3 n, const int cx, const int cy, const int cz, const profiles g,
                   const double *__restrict__ phi, const double *__restrict__ rhs, unsigned long long *largest)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  double most = 0;
  for (int k = (int)blockIdx.z; k < n.z && i < n.x && j < n.y; k += (int)gridDim.z) {
    double r[most_children];
#pragma unroll
    for (int child = 0; child < most_children; child++) {
      const int ex = child & 1, ey = child >> 1 & 1, ez = child >> 2;
      const int x = cx * i + ex, y = cy * j + ey, z = cz * k + ez;
      r[child] = 0;
      if (ex >= cx) r[child] = r[child & ~1];
      else if (ey >= cy) r[child] = r[child & ~2];
      else if (ez >= cz) r[child] = r[child & ~4];
      else if (x < g.n[0] && y < g.n[1] && z < g.n[2]) {
        r[child] = rhs[x + y * g.row + z * g.plane] - applied_at(g, phi, x, y, z);
        if (norms) most = larger(most, fabs(r[child]));
      }
    }
    coarse.at[i + j * coarse.row + k * coarse.plane] = VF_MEAN_OF_8(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
  }
  if (norms) note_largest(most, largest);
}

__global__ void __launch_bounds__(block_x *block_y)
    take_norm(const profiles g, const double *__restrict__ phi, const double *__restrict__ rhs,
              unsigned long long *largest)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  double most = 0;
  for (int k = (int)blockIdx.z; k < g.n[2] && i < g.n[0] && j < g.n[1]; k += (int)gridDim.z)
    most = larger(most, fabs(rhs[i + j * g.row + k * g.plane] - applied_at(g, phi, i, j, k)));
  note_largest(most, largest);
}

// r = rhs - L x, or -(0 - L x).
__global__ void __launch_bounds__(block_x *block_y)
    store_cells(double *__restrict__ r, const profiles g, const double *__restrict__ x, const double *__restrict__ rhs)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    const double applied = applied_at(g, x, i, j, k);
    r[at] = rhs ? rhs[at] - applied : -(0 - applied);
  }
}

dim3 blocks_for(const int n[3])
{
  return dim3((unsigned)(n[0] + block_x - 1) / block_x, (unsigned)(n[1] + block_y - 1) / block_y,
              (unsigned)(n[2] < 65535 ? n[2] : 65535));
}

// Blocks that take a norm have a march each, as many as fill the device: each of them ends with an atomic operation.
dim3 some_blocks_for(const int n[3])
{
  dim3 blocks = blocks_for(n);
  const unsigned most = 1 + 4096 / (blocks.x * blocks.y);
  if (blocks.z > most) blocks.z = most;
  return blocks;
}

} // namespace

int residual_restrict_lines(vf_engine *engine, const vf_level *fine, const vf_level *coarse, double *norm)
{
  const workbench *bench = (const workbench *)engine->state;
  int code = norm ? word_for_results(engine) : 0;
  if (!code && norm) code = (int)VF_GPU(MemsetAsync)(bench->device, 0, sizeof(double), queue_of(engine));
  if (code) return code;
  auto *const largest = (unsigned long long *)bench->device;
  const dim3 block(block_x, block_y);
  const profiles g = profiles_of(fine);
  if (coarse) {
    const int *n = coarse->n,
              children[3] = { 1 + coarse->joint.halved[0], 1 + coarse->joint.halved[1], 1 + coarse->joint.halved[2] };
    auto *const kernel = norm ? restrict_cells<true> : restrict_cells<false>;
    kernel<<<norm ? some_blocks_for(n) : blocks_for(n), block, 0, queue_of(engine)>>>(
        coarse->rhs, make_int3(n[0], n[1], n[2]), children[0], children[1], children[2], g, fine->phi.at, fine->rhs.at,
        largest);
  } else take_norm<<<some_blocks_for(fine->n), block, 0, queue_of(engine)>>>(g, fine->phi.at, fine->rhs.at, largest);
  code = launched();
  return code || !norm ? code : fetch(engine, bench->device, norm);
}

int store_residual_lines(const vf_engine *engine, const vf_level *level, vf_field x, const double *rhs, vf_field r)
{
  store_cells<<<blocks_for(level->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(r.at, profiles_of(level), x.at,
                                                                                     rhs);
  return launched();
}

} // namespace VF_LEVELS
