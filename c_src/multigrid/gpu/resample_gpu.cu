// Transfers over a resampled coarsening; see engine.h.
#include "level.h"

namespace VF_LEVELS {

namespace {

constexpr int block_x = 32, block_y = 4, planes_at_once = 8;

dim3 blocks_for(const int n[3], int planes)
{
  return dim3((unsigned)(n[0] + block_x - 1) / block_x, (unsigned)(n[1] + block_y - 1) / block_y,
              (unsigned)(n[2] + planes - 1) / (unsigned)planes);
}

// Strides count numbers of the type.
template <typename T> struct array {
  T *at;
  ptrdiff_t row, plane;
};

template <typename T> array<T> array_of(const vf_field &field)
{
  const ptrdiff_t each = sizeof(double) / sizeof(T);
  return { (T *)field.at, each * field.row, each * field.plane };
}

struct extents {
  int n[3];
};

extents extents_of(const vfi_level *level) { return { { level->n[0], level->n[1], level->n[2] } }; }

template <typename T> struct side {
  ptrdiff_t at[2];
  T part[2];
};

template <typename T> __device__ __forceinline__ side<T> side_of(const vfi_resampled_cell &c, ptrdiff_t stride)
{
  return { { c.at[0] * stride, c.at[1] * stride }, { (T)c.part[0], (T)c.part[1] } };
}

template <typename T> __device__ __forceinline__ T between(const side<T> &s, T low, T high)
{
  return VF_RESAMPLED(s.part[0], low, s.part[1], high);
}

// The contribution of a coarse plane to a thread's column of fine cells, from the two coarse columns beside it.
template <typename T> struct plane_values {
  int k;
  T of[2];
};

// A thread has several fine cells of a column, and reads each of the coarse planes around them once.
template <typename T, bool add>
__global__ void __launch_bounds__(block_x *block_y)
    interpolate_cells(const array<T> fine, const array<T> coarse, const extents of, const vfi_coarsening coarsening)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  const int first = planes_at_once * (int)blockIdx.z, last = min(of.n[2], first + planes_at_once);
  if (i >= of.n[0] || j >= of.n[1]) return;
  const side<T> x = side_of<T>(coarsening.cell[0][i], 1), y = side_of<T>(coarsening.cell[1][j], coarse.row);
  auto values_of = [&](int k) {
    const T *c = coarse.at + k * coarse.plane;
    return plane_values<T>{ k,
                            { between(y, c[x.at[0] + y.at[0]], c[x.at[0] + y.at[1]]),
                              between(y, c[x.at[1] + y.at[0]], c[x.at[1] + y.at[1]]) } };
  };
  T *to = fine.at + i + j * fine.row + first * fine.plane;
  plane_values<T> low = values_of(coarsening.cell[2][first].at[0]), high = values_of(coarsening.cell[2][first].at[1]);
  for (int k = first; k < last; k++, to += fine.plane) {
    const vfi_resampled_cell cell = coarsening.cell[2][k];
    const side<T> z = side_of<T>(cell, 1);
    if (cell.at[0] != low.k) {
      const plane_values<T> before = low;
      low = cell.at[0] == high.k ? high : values_of(cell.at[0]);
      high = before;
    }
    if (cell.at[1] != high.k) high = cell.at[1] == low.k ? low : values_of(cell.at[1]);
    const T value = between(x, between(z, low.of[0], high.of[0]), between(z, low.of[1], high.of[1]));
    *to = add ? *to + value : value;
  }
}

// A thread has a coarse cell.
template <typename T, typename R>
__global__ void __launch_bounds__(block_x *block_y)
    restrict_cells(const array<const T> fine, const array<R> coarse, const extents of, const vfi_coarsening coarsening)
{
  const int i = (int)(blockIdx.x * block_x + threadIdx.x), j = (int)(blockIdx.y * block_y + threadIdx.y);
  const int k = (int)blockIdx.z;
  if (i >= of.n[0] || j >= of.n[1]) return;
  const vfi_resampled_mean x = coarsening.mean[0][i], y = coarsening.mean[1][j], z = coarsening.mean[2][k];
  const T *const from = fine.at + x.first + y.first * fine.row + z.first * fine.plane;
  T sum[VF_RESAMPLED_CELLS] = {};
#pragma unroll
  for (int c = 0; c < VF_RESAMPLED_CELLS; c++)
#pragma unroll
    for (int b = 0; b < VF_RESAMPLED_CELLS; b++) {
      if (c >= z.count || b >= y.count) continue;
      const T share = (T)z.share[c] * (T)y.share[b];
#pragma unroll
      for (int a = 0; a < VF_RESAMPLED_CELLS; a++) {
        if (a >= x.count) continue;
        const T term = share * from[a + b * fine.row + c * fine.plane];
        sum[a] = b + c == 0 ? term : sum[a] + term;
      }
    }
  T mean = (T)x.share[0] * sum[0];
#pragma unroll
  for (int a = 1; a < VF_RESAMPLED_CELLS; a++)
    if (a < x.count) mean += (T)x.share[a] * sum[a];
  coarse.at[i + j * coarse.row + k * coarse.plane] = (R)mean;
}

template <typename T> array<const T> constant_of(const vf_field &field)
{
  const array<T> a = array_of<T>(field);
  return { a.at, a.row, a.plane };
}

} // namespace

int interpolate_resampled(vfi_engine *engine, const vfi_level *fine, const vfi_level *coarse, bool add)
{
  const dim3 blocks = blocks_for(fine->n, planes_at_once), block(block_x, block_y);
  const extents of = extents_of(fine);
  if (fine->single)
    (add ? interpolate_cells<float, true> : interpolate_cells<float, false>)<<<blocks, block, 0, queue_of(engine)>>>(
        array_of<float>(fine->phi), array_of<float>(coarse->phi), of, coarse->coarsening);
  else
    (add ? interpolate_cells<double, true> : interpolate_cells<double, false>)<<<blocks, block, 0, queue_of(engine)>>>(
        array_of<double>(fine->phi), array_of<double>(coarse->phi), of, coarse->coarsening);
  return launched();
}

int restrict_resampled(vfi_engine *engine, const vfi_level *fine, vf_field from, const vfi_level *coarse)
{
  const dim3 blocks = blocks_for(coarse->n, 1), block(block_x, block_y);
  const extents of = extents_of(coarse);
  if (fine->single && coarse->single)
    restrict_cells<float, float><<<blocks, block, 0, queue_of(engine)>>>(
        constant_of<float>(from), array_of<float>(coarse->rhs), of, coarse->coarsening);
  else if (fine->single)
    restrict_cells<float, double><<<blocks, block, 0, queue_of(engine)>>>(
        constant_of<float>(from), array_of<double>(coarse->rhs), of, coarse->coarsening);
  else
    restrict_cells<double, double><<<blocks, block, 0, queue_of(engine)>>>(
        constant_of<double>(from), array_of<double>(coarse->rhs), of, coarse->coarsening);
  return launched();
}

} // namespace VF_LEVELS
