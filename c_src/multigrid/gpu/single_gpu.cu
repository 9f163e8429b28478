// Steps on a level in single precision.
#include "single.h"
#include "slabs.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 8;

dim3 blocks_for(const int n[3])
{
  return dim3((unsigned)(n[0] + block_x - 1) / block_x, (unsigned)(n[1] + block_y - 1) / block_y,
              (unsigned)(n[2] < 65535 ? n[2] : 65535));
}

template <int d> __device__ __forceinline__ void fill_layer(float *x, const single_grid &g, bool upper)
{
  const int a = d == 0 ? 1 : 0, b = d == 2 ? 1 : 2; // the other directions
  const ptrdiff_t stride[3] = { 1, g.row, g.plane }, inward = upper ? -stride[d] : stride[d];
  if (d == 2 && g.stored[upper]) return;
  for (int q = (int)blockIdx.y; q < g.n[b]; q += (int)gridDim.y)
    for (int p = (int)(blockIdx.x * blockDim.x + threadIdx.x); p < g.n[a]; p += (int)(gridDim.x * blockDim.x)) {
      float *first = x + p * stride[a] + q * stride[b] + (upper ? (g.n[d] - 1) * stride[d] : 0);
      first[-inward] = g.periodic[d] ? first[(g.n[d] - 1) * inward]
                                     : ghost(g.w1[d + 3 * upper], g.w2[d + 3 * upper], first[0],
                                             g.w2[d + 3 * upper] != 0 ? first[inward] : 0);
    }
}

__global__ void fill(float *x, const single_grid g)
{
  switch (blockIdx.z) {
    case 0: return fill_layer<0>(x, g, false);
    case 1: return fill_layer<1>(x, g, false);
    case 2: return fill_layer<2>(x, g, false);
    case 3: return fill_layer<0>(x, g, true);
    case 4: return fill_layer<1>(x, g, true);
    default: return fill_layer<2>(x, g, true);
  }
}

// For an interpolation outside a smooth. A thread has a fine cell.
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_cells(float *fine, const single_grid g, const float *coarse, const ptrdiff_t row, const ptrdiff_t plane,
                      const bool add)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const float *c = coarse + i / 2 + j / 2 * row + k / 2 * plane;
    const float across = c[j % 2 ? row : -row] + c[k % 2 ? plane : -plane];
    const float value = VF_INTERPOLATED(c[0] + c[i % 2 ? 1 : -1], across);
    float *at = fine + i + j * g.row + k * g.plane;
    *at = add ? *at + value : value;
  }
}

// The same over a graded coarsening, as in joints_gpu.cu.
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_graded_cells(float *fine, const single_grid g, const float *coarse, const ptrdiff_t row,
                             const ptrdiff_t plane, const vfi_coarsening coarsening, const bool add)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  const int children = coarsening.halved[2] ? 2 : 1;
  const float x = (float)(i % 2 ? coarsening.high : coarsening.low)[0][i / 2];
  const float y = (float)(j % 2 ? coarsening.high : coarsening.low)[1][j / 2];
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const int above = k / children;
    const bool high = coarsening.halved[2] && k % 2;
    const float z = (float)(high ? coarsening.high : coarsening.low)[2][above]; // 0 if z is not halved
    const float *c = coarse + i / 2 + j / 2 * row + above * plane;
    const float across = VF_ACROSS(y, c[j % 2 ? row : -row], z, c[high ? plane : -plane]), rest = 1 - y - z;
    const float value = VF_GRADED(c[0], c[i % 2 ? 1 : -1], x, rest, across);
    float *at = fine + i + j * g.row + k * g.plane;
    *at = add ? *at + value : value;
  }
}

__global__ void __launch_bounds__(block_x *block_y) narrow_cells(float *to, const ptrdiff_t row, const ptrdiff_t plane,
                                                                 const vf_field from, const double factor, const int3 n)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z)
    to[i + j * row + k * plane] = (float)(factor * from.at[i + j * from.row + k * from.plane]);
}

__global__ void __launch_bounds__(block_x *block_y)
    widen_cells(const vf_field to, const double factor, const float *__restrict__ from, const ptrdiff_t row,
                const ptrdiff_t plane, const int3 n)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= n.x || j >= n.y) return;
  for (int k = (int)blockIdx.z; k < n.z; k += (int)gridDim.z)
    to.at[i + j * to.row + k * to.plane] = factor * (double)from[i + j * row + k * plane];
}

// r = rhs - L phi; ghosts of phi are filled.
__global__ void __launch_bounds__(block_x *block_y)
    store_residual(float *__restrict__ r, const float *__restrict__ phi, const float *__restrict__ rhs,
                   const float_coefficients c, const single_grid g)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    const float *x = phi + at, *bx = c.bx + at, *by = c.by + at, *bz = c.bz + at;
    const float diagonal = VF_HELMHOLTZ_DIAGONAL(c.a[at], 1, 1, 1, bx[0], bx[1], by[0], by[g.row], bz[0], bz[g.plane]);
    const float around = VF_HELMHOLTZ_NEIGHBOURS(1, 1, 1, bx[0], bx[1], by[0], by[g.row], bz[0], bz[g.plane], x[-1],
                                                 x[1], x[-g.row], x[g.row], x[-g.plane], x[g.plane]);
    r[at] = rhs[at] - VF_HELMHOLTZ_APPLIED(diagonal, x[0], around);
  }
}

__global__ void __launch_bounds__(block_x *block_y)
    give_cells(double *phi, const grid g, const float *error, const single_grid s, const double give)
{
  const int i = 2 * (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  if (i >= s.n[0] || j >= s.n[1]) return;
  // ghosts held in memory still belong to the old phi
  for (int k = (int)blockIdx.z - s.stored[0]; k < s.n[2] + s.stored[1]; k += (int)gridDim.z) {
    const float2 e = *(const float2 *)(error + i + j * s.row + k * s.plane);
    double2 *at = (double2 *)(phi + i + j * g.row + k * g.plane), x = *at;
    *at = make_double2(x.x + give * (double)e.x, x.y + give * (double)e.y);
  }
}

int take_correction(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  const vfi_correction *correction = steps->correction;
  const workbench *bench = (const workbench *)engine->state;
  if (level->variable) {
    const int half[3] = { (level->n[0] + 1) / 2, level->n[1], level->n[2] + 2 };
    const vfi_level *of = correction->of;
    if (correction->adds)
      give_cells<<<blocks_for(half), dim3(block_x, block_y), 0, queue_of(engine)>>>(
          of->phi.at, grid_of(of), (const float *)level->phi.at, single_grid_of(level), correction->give);
    const int code = launched();
    return code ? code : take_variable(engine, level, correction, steps->into, steps->norm);
  }
  int code = word_for_results(engine);
  if (!code) code = (int)VF_GPU(MemsetAsync)(bench->device, 0, sizeof(double), queue_of(engine));
  if (code) return code;
  auto run = [&](double *to, int first, int last) {
    return correct_single(engine, level, correction, to, first, last, steps->into);
  };
  code = correction->adds ? in_slabs(correction->of, 2, run) : run(correction->of->phi.at, 0, level->n[2]);
  return code ? code : fetch(engine, bench->device, steps->norm);
}

int clear(const vfi_engine *engine, const vfi_level *level)
{
  const vf_field *phi = &level->phi;
  return (int)VF_GPU(MemsetAsync)(phi->at - phi->row, 0, (size_t)level->n[2] * (size_t)phi->plane * sizeof(double),
                                  queue_of(engine));
}

} // namespace

int fill_ghosts_single(const vfi_engine *engine, const vfi_level *level)
{
  const int *n = level->n, longest = n[0] > n[1] ? n[0] : n[1], others = n[1] > n[2] ? n[1] : n[2];
  const unsigned threads = longest > 64 ? 128 : 32;
  const dim3 blocks((unsigned)((longest + threads - 1) / threads), (unsigned)(others < 65535 ? others : 65535), 6);
  fill<<<blocks, threads, 0, queue_of(engine)>>>((float *)level->phi.at, single_grid_of(level));
  return launched();
}

int interpolate_single(const vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  if (coarse->coarsening.graded) {
    interpolate_graded_cells<<<blocks_for(fine->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
        (float *)fine->phi.at, single_grid_of(fine), (const float *)coarse->phi.at, 2 * coarse->phi.row,
        2 * coarse->phi.plane, coarse->coarsening, add);
    return launched();
  }
  interpolate_cells<<<blocks_for(fine->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      (float *)fine->phi.at, single_grid_of(fine), (const float *)coarse->phi.at, 2 * coarse->phi.row,
      2 * coarse->phi.plane, add);
  return launched();
}

int relax_single(vfi_engine *engine, vfi_level *level, const vf_relax *steps)
{
  const vfi_level *from = steps->from;
  int code = from ? fill_ghosts_single(engine, from) : 0;
  if (!code && from && steps->count == 0) code = interpolate_single(engine, level, from, !steps->from_zero);
  if (!code && !from && steps->from_zero && steps->count == 0) code = clear(engine, level);
  for (int s = 0; s < steps->count && !code; s++) {
    const smooth_start start = s > 0              ? AS_IT_IS
                               : from             ? steps->from_zero ? SETS_COARSE : ADDS_COARSE
                               : steps->from_zero ? FROM_ZERO
                                                  : AS_IT_IS;
    if (steps->omegas) level->omega = steps->omegas[s];
    code = in_slabs(level, 2, [&](double *to, int first, int last) {
      return (level->variable ? smooth_single_variable : smooth_single)(engine, level, (float *)to, first, last, start,
                                                                        s == 0 ? from : NULL);
    });
  }
  if (code) return code;
  if (steps->correction) return take_correction(engine, level, steps);
  return steps->into ? restrict_single(engine, level, steps->into) : 0;
}

int residual_single(vfi_engine *engine, vfi_level *level, vf_field r)
{
  const int code = fill_ghosts_single(engine, level);
  if (code) return code;
  store_residual<<<blocks_for(level->n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      (float *)r.at, (const float *)level->phi.at, (const float *)level->rhs.at, float_coefficients_of(level),
      single_grid_of(level));
  return launched();
}

int widen(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  const int *n = shape->n;
  widen_cells<<<blocks_for(n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      to, factor, (const float *)from.at, 2 * from.row, 2 * from.plane, make_int3(n[0], n[1], n[2]));
  return launched();
}

int narrow(vfi_engine *engine, const vfi_level *shape, vf_field from, double factor, vf_field to)
{
  const int *n = shape->n;
  narrow_cells<<<blocks_for(n), dim3(block_x, block_y), 0, queue_of(engine)>>>(
      (float *)to.at, 2 * to.row, 2 * to.plane, from, factor, make_int3(n[0], n[1], n[2]));
  return launched();
}

} // namespace VF_LEVELS
