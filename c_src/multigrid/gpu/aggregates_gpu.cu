// The levels of the robust method: a thread has a row, and the rows of a slice lie side by side in memory.
#include "../robust/aggregates.h"
#include "level.h"

namespace VF_LEVELS {

namespace {

constexpr int block = 128;

unsigned blocks_for(int rows) { return (unsigned)((rows + block - 1) / block); }

__device__ __forceinline__ double sum_of(const vf_sparse &m, const double *__restrict__ x, int row)
{
  const int slice = row / VF_SPARSE_SLICE;
  const int64_t end = m.start[slice + 1];
  double sum = 0;
#pragma unroll 4
  for (int64_t e = m.start[slice] + row % VF_SPARSE_SLICE; e < end; e += VF_SPARSE_SLICE)
    sum = VF_SPARSE_ADDED(sum, m.value[e], x[m.column[e]]);
  return sum;
}

enum way { PRODUCT, ADDED, LEFT };

// y = m x, y += m x, or y = rhs - m x.
template <way w>
__global__ void __launch_bounds__(block) multiply(const vf_sparse m, const double *x, const double *rhs, double *y)
{
  const int row = (int)(blockIdx.x * block + threadIdx.x);
  if (row >= m.rows) return;
  const double sum = sum_of(m, x, row);
  y[row] = w == PRODUCT ? sum : w == ADDED ? y[row] + sum : rhs[row] - sum;
}

// The same for cells of the finest level.
__global__ void __launch_bounds__(block)
    add_to_cells(const vf_sparse m, const double *x, const vf_field phi, const int n0, const int n1)
{
  const int cell = (int)(blockIdx.x * block + threadIdx.x);
  if (cell >= m.rows) return;
  const int row = cell / n0;
  phi.at[cell - row * n0 + row % n1 * phi.row + row / n1 * phi.plane] += sum_of(m, x, cell);
}

template <bool from_zero>
__global__ void __launch_bounds__(block) step(const vf_sparse m, const double length, const double *inverse,
                                              const double *rhs, const double *x, double *next)
{
  const int row = (int)(blockIdx.x * block + threadIdx.x);
  if (row >= m.rows) return;
  const double sum = from_zero ? 0 : sum_of(m, x, row);
  next[row] = VF_AGGREGATE_RELAXED(from_zero ? 0 : x[row], length, inverse[row], rhs[row], sum);
}

// The inverse is symmetric: column c of it is row c.
__global__ void __launch_bounds__(block) solve(const int count, const double *solution, const double *rhs, double *x)
{
  const int row = (int)(blockIdx.x * block + threadIdx.x);
  if (row >= count) return;
  double sum = 0;
#pragma unroll 8
  for (int c = 0; c < count; c++) sum = VF_SPARSE_ADDED(sum, solution[(int64_t)c * count + row], rhs[c]);
  x[row] = sum;
}

void smooth(vf_aggregates *l, stream queue, bool from_zero)
{
  for (int s = 0; s < VF_AGGREGATE_STEPS; s++) {
    auto *const kernel = from_zero && s == 0 ? step<true> : step<false>;
    kernel<<<blocks_for(l->count), block, 0, queue>>>(l->matrix, l->length[s], l->inverse, l->rhs, l->x, l->next);
    double *const before = l->x;
    l->x = l->next;
    l->next = before;
  }
}

} // namespace

int aggregates_cycle(vf_engine *engine, vf_aggregates *levels, int count, vf_level *finest, vf_field left)
{
  const stream queue = queue_of(engine);
  for (int l = 0; l < count; l++) {
    vf_aggregates *const level = &levels[l];
    multiply<PRODUCT><<<blocks_for(level->count), block, 0, queue>>>(level->down, l > 0 ? levels[l - 1].left : left.at,
                                                                     nullptr, level->rhs);
    if (level->solution) {
      solve<<<blocks_for(level->count), block, 0, queue>>>(level->count, level->solution, level->rhs, level->x);
      continue;
    }
    smooth(level, queue, true);
    if (l + 1 < count)
      multiply<LEFT><<<blocks_for(level->count), block, 0, queue>>>(level->matrix, level->x, level->rhs, level->left);
  }
  for (int l = count - 1; l >= 0; l--) {
    vf_aggregates *const level = &levels[l];
    if (!level->solution) smooth(level, queue, false);
    if (l > 0)
      multiply<ADDED><<<blocks_for(level->up.rows), block, 0, queue>>>(level->up, level->x, nullptr, levels[l - 1].x);
    else
      add_to_cells<<<blocks_for(level->up.rows), block, 0, queue>>>(level->up, level->x, finest->phi, finest->n[0],
                                                                    finest->n[1]);
  }
  return launched();
}

} // namespace VF_LEVELS
