// The levels of the robust method: a thread has a row, or a part of a long one, and the rows of a slice lie side by side
// in memory.
#include "level.h"

#include "../robust/aggregates.h"

namespace VF_LEVELS {

namespace {

constexpr int block = 128; // threads that have a row each
constexpr int lanes = VF_SPARSE_SLICE;

// Warps of a block have a slice each, or a part of the rows of one slice.
template <int parts> constexpr int warps = parts == 1 ? block / lanes : parts;

template <int parts> unsigned blocks_for(int rows)
{
  const int of_block = parts == 1 ? block : lanes;
  return (unsigned)((rows + of_block - 1) / of_block);
}

template <int parts> __device__ __forceinline__ int row_of()
{
  return parts == 1 ? (int)(blockIdx.x * block + threadIdx.y * lanes + threadIdx.x)
                    : (int)(blockIdx.x * lanes + threadIdx.x);
}

// The sum over a row; all threads of a block call it, and those with threadIdx.y = 0, or all where parts is 1, have it.
template <int parts> __device__ __forceinline__ double sum_of(const vf_sparse &m, const double *__restrict__ x, int row)
{
  const int slice = row / lanes, part = parts == 1 ? 0 : (int)threadIdx.y;
  double sum = 0;
  if (parts > 1 || row < m.rows) {
    const int64_t end = m.start[slice + 1];
#pragma unroll 4
    for (int64_t e = m.start[slice] + part * lanes + row % lanes; e < end; e += parts * lanes)
      sum = VF_SPARSE_ADDED(sum, m.value[e], x[m.column[e]]);
  }
  if (parts == 1) return sum;
  __shared__ double of_part[parts][lanes];
  of_part[part][threadIdx.x] = sum;
  for (int half = parts / 2; half > 0; half /= 2) {
    __syncthreads();
    if (part < half) of_part[part][threadIdx.x] += of_part[part + half][threadIdx.x];
  }
  return of_part[0][threadIdx.x];
}

template <int parts> __device__ __forceinline__ bool writes(const vf_sparse &m, int row)
{
  return row < m.rows && (parts == 1 || threadIdx.y == 0);
}

enum way { PRODUCT, ADDED, LEFT };

// y = m x, y += m x, or y = rhs - m x.
template <way w, int parts>
__global__ void __launch_bounds__(warps<parts> *lanes)
    multiply(const vf_sparse m, const double *x, const double *rhs, double *y)
{
  const int row = row_of<parts>();
  const double sum = sum_of<parts>(m, x, row);
  if (writes<parts>(m, row)) y[row] = w == PRODUCT ? sum : w == ADDED ? y[row] + sum : rhs[row] - sum;
}

// The same for cells of the finest level.
template <int parts>
__global__ void __launch_bounds__(warps<parts> *lanes)
    add_to_cells(const vf_sparse m, const double *x, const vf_field phi, const int n0, const int n1)
{
  const int cell = row_of<parts>(), row = cell / n0;
  const double sum = sum_of<parts>(m, x, cell);
  if (writes<parts>(m, cell)) phi.at[cell - row * n0 + row % n1 * phi.row + row / n1 * phi.plane] += sum;
}

template <bool from_zero, int parts>
__global__ void __launch_bounds__(warps<parts> *lanes)
    step(const vf_sparse m, const double length, const double *inverse, const double *rhs, const double *x,
         double *next)
{
  const int row = row_of<parts>();
  const double sum = from_zero ? 0 : sum_of<parts>(m, x, row);
  if (writes<parts>(m, row))
    next[row] = VF_AGGREGATE_RELAXED(from_zero ? 0 : x[row], length, inverse[row], rhs[row], sum);
}

template <way w> void multiply_by(const vf_sparse &m, const double *x, const double *rhs, double *y, stream queue)
{
  if (m.parts == 1) multiply<w, 1><<<blocks_for<1>(m.rows), dim3(lanes, warps<1>), 0, queue>>>(m, x, rhs, y);
  else
    multiply<w, VF_SPARSE_PARTS>
        <<<blocks_for<VF_SPARSE_PARTS>(m.rows), dim3(lanes, VF_SPARSE_PARTS), 0, queue>>>(m, x, rhs, y);
}

void add_to_finest(const vf_sparse &m, const double *x, const vf_level *level, stream queue)
{
  const int n0 = level->n[0], n1 = level->n[1];
  if (m.parts == 1)
    add_to_cells<1><<<blocks_for<1>(m.rows), dim3(lanes, warps<1>), 0, queue>>>(m, x, level->phi, n0, n1);
  else
    add_to_cells<VF_SPARSE_PARTS>
        <<<blocks_for<VF_SPARSE_PARTS>(m.rows), dim3(lanes, VF_SPARSE_PARTS), 0, queue>>>(m, x, level->phi, n0, n1);
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
    const bool first = from_zero && s == 0, whole = first || l->matrix.parts == 1;
    auto *const kernel = first ? step<true, 1> : whole ? step<false, 1> : step<false, VF_SPARSE_PARTS>;
    const unsigned blocks = whole ? blocks_for<1>(l->count) : blocks_for<VF_SPARSE_PARTS>(l->count);
    kernel<<<blocks, dim3(lanes, whole ? warps<1> : VF_SPARSE_PARTS), 0, queue>>>(l->matrix, l->length[s], l->inverse,
                                                                                  l->rhs, l->x, l->next);
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
    multiply_by<PRODUCT>(level->down, l > 0 ? levels[l - 1].left : left.at, nullptr, level->rhs, queue);
    if (level->solution) {
      solve<<<blocks_for<1>(level->count), block, 0, queue>>>(level->count, level->solution, level->rhs, level->x);
      continue;
    }
    smooth(level, queue, true);
    if (l + 1 < count) multiply_by<LEFT>(level->matrix, level->x, level->rhs, level->left, queue);
  }
  for (int l = count - 1; l >= 0; l--) {
    vf_aggregates *const level = &levels[l];
    if (!level->solution) smooth(level, queue, false);
    if (l > 0) multiply_by<ADDED>(level->up, level->x, nullptr, levels[l - 1].x, queue);
    else add_to_finest(level->up, level->x, finest, queue);
  }
  return launched();
}

} // namespace VF_LEVELS
