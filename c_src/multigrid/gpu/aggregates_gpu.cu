// The levels of the robust method: a thread has a row, or a part of a long row, and the rows of a slice lie side by
// side in memory.
#include "level.h"

#include "../robust/aggregates.h"

namespace VF_LEVELS {

namespace {

constexpr int block = 128; // threads with a row each
constexpr int lanes = VF_SPARSE_SLICE;

// Each warp of a block has a slice, or a part of the rows of a single slice.
template <int parts> constexpr int warps = parts == 1 ? block / lanes : parts;

template <int parts> __device__ __forceinline__ int row_of()
{
  return parts == 1 ? (int)(blockIdx.x * block + threadIdx.y * lanes + threadIdx.x)
                    : (int)(blockIdx.x * lanes + threadIdx.x);
}

// The vectors that a matrix multiplies: numbers of a level, or of the finest level.
struct of_level {
  const float *__restrict__ x;
  __device__ __forceinline__ float operator[](int at) const { return x[at]; }
};
struct of_finest {
  const double *__restrict__ x;
  double take;
  __device__ __forceinline__ float operator[](int at) const { return VF_AGGREGATE_TAKEN(take, x[at]); }
};

// A thread's part of the sum over a row.
template <int parts, class columns, class vector>
__device__ __forceinline__ float part_of(const columns *__restrict__ column, const float *__restrict__ value, int64_t e,
                                         const int64_t end, const int base, const vector &x)
{
  float sum = 0;
#pragma unroll 4
  for (; e < end; e += parts * lanes) sum = VF_SPARSE_ADDED(sum, value[e], x[base + (int)column[e]]);
  return sum;
}

// The sum over a row. All threads of a block call the function; threads with threadIdx.y = 0 get the sum, or all
// threads if parts is 1.
template <int parts, class vector>
__device__ __forceinline__ float sum_of(const vfi_sparse &m, const vector &x, int row)
{
  const int slice = row / lanes, part = parts == 1 ? 0 : (int)threadIdx.y;
  float sum = 0;
  if (parts > 1 || row < m.rows) {
    const int64_t first = m.start[slice] + part * lanes + row % lanes, end = m.start[slice + 1];
    const int base = m.base[slice];
    sum = m.near ? part_of<parts>(m.near, m.value, first, end, base, x)
                 : part_of<parts>(m.far, m.value, first, end, base, x);
  }
  if (parts == 1) return sum;
  __shared__ float of_part[parts][lanes];
  of_part[part][threadIdx.x] = sum;
  for (int half = parts / 2; half > 0; half /= 2) {
    __syncthreads();
    if (part < half) of_part[part][threadIdx.x] += of_part[part + half][threadIdx.x];
  }
  return of_part[0][threadIdx.x];
}

// The uses of the sum over a row. `own` is loaded before the sum, so it arrives together with the elements.
struct to_rhs { // x NULL: the last level
  float *rhs, *x;
  float length;
  __device__ __forceinline__ int own(int) const { return 0; }
  __device__ __forceinline__ void operator()(int row, float sum, int) const
  {
    rhs[row] = sum;
    if (x) x[row] = VF_AGGREGATE_FIRST(length, sum);
  }
};
struct to_step {
  const float *rhs, *x;
  float *next;
  float length;
  __device__ __forceinline__ float2 own(int row) const { return make_float2(x[row], rhs[row]); }
  __device__ __forceinline__ void operator()(int row, float sum, float2 before) const
  {
    next[row] = VF_AGGREGATE_RELAXED(before.x, length, before.y, sum);
  }
};
struct to_left {
  const float *rhs;
  float *left;
  __device__ __forceinline__ float own(int row) const { return rhs[row]; }
  __device__ __forceinline__ void operator()(int row, float sum, float before) const { left[row] = before - sum; }
};
struct to_solution {
  float *x;
  __device__ __forceinline__ int own(int) const { return 0; }
  __device__ __forceinline__ void operator()(int row, float sum, int) const { x[row] = sum; }
};
struct to_added {
  float *y;
  __device__ __forceinline__ float own(int row) const { return y[row]; }
  __device__ __forceinline__ void operator()(int row, float sum, float before) const { y[row] = before + sum; }
};
__device__ __forceinline__ double given(double self, double give, float sum)
{
  return VF_AGGREGATE_GIVEN(self, give, sum);
}
__device__ __forceinline__ float given(float self, double give, float sum)
{
  return VF_AGGREGATE_GIVEN_SINGLE(self, give, sum);
}
template <class number> struct to_cells {
  number *phi;
  ptrdiff_t row, plane; // in numbers
  int n0, n1;
  double give;
  __device__ __forceinline__ number *at(int cell) const
  {
    const int j = cell / n0;
    return &phi[cell - j * n0 + j % n1 * row + j / n1 * plane];
  }
  __device__ __forceinline__ number own(int cell) const { return *at(cell); }
  __device__ __forceinline__ void operator()(int cell, float sum, number before) const
  {
    *at(cell) = given(before, give, sum);
  }
};

template <int parts, class vector, class result>
__global__ void __launch_bounds__(warps<parts> *lanes) multiply(const vfi_sparse m, const vector x, const result to)
{
  const int row = row_of<parts>();
  const bool writes = row < m.rows && (parts == 1 || threadIdx.y == 0);
  decltype(to.own(row)) before = {};
  if (writes) before = to.own(row);
  const float sum = sum_of<parts>(m, x, row);
  if (writes) to(row, sum, before);
}

template <class vector, class result>
void multiply_by(const vfi_sparse &m, const vector &x, const result &to, stream queue)
{
  const int of_block = m.parts == 1 ? block : lanes;
  const unsigned blocks = (unsigned)((m.rows + of_block - 1) / of_block);
  if (m.parts == 1) multiply<1><<<blocks, dim3(lanes, warps<1>), 0, queue>>>(m, x, to);
  else if (m.parts == 4) multiply<4><<<blocks, dim3(lanes, 4), 0, queue>>>(m, x, to);
  else if (m.parts == 8) multiply<8><<<blocks, dim3(lanes, 8), 0, queue>>>(m, x, to);
  else multiply<32><<<blocks, dim3(lanes, 32), 0, queue>>>(m, x, to);
}

void step(vfi_aggregates *l, float length, stream queue)
{
  multiply_by(l->matrix, of_level{ l->x }, to_step{ l->rhs, l->x, l->next, length }, queue);
  float *const before = l->x;
  l->x = l->next;
  l->next = before;
}

template <class number>
void add_to_cells(const vfi_aggregates *level, const vfi_level *finest, double give, stream queue)
{
  const vf_field phi = finest->single ? vfi_field_of_floats(&finest->phi) : finest->phi;
  multiply_by(level->up, of_level{ level->x },
              to_cells<number>{ (number *)phi.at, phi.row, phi.plane, finest->n[0], finest->n[1], give }, queue);
}

} // namespace

int aggregates_cycle(vfi_engine *engine, vfi_aggregates *levels, int count, vfi_level *finest, vf_field left,
                     const vfi_aggregates_range *range)
{
  const stream queue = queue_of(engine);
  for (int l = 0; l < count; l++) {
    vfi_aggregates *const level = &levels[l];
    const to_rhs to = { level->rhs, level->last ? nullptr : level->x, level->length[0] };
    if (l > 0) multiply_by(level->down, of_level{ levels[l - 1].left }, to, queue);
    else if (finest->single) multiply_by(level->down, of_level{ (const float *)left.at }, to, queue);
    else multiply_by(level->down, of_finest{ left.at, range->take }, to, queue);
    for (int s = 1; s < VF_AGGREGATE_STEPS && !level->last; s++) step(level, level->length[s], queue);
    if (level->last) multiply_by(level->matrix, of_level{ level->rhs }, to_solution{ level->x }, queue);
    else if (l + 1 < count) multiply_by(level->matrix, of_level{ level->x }, to_left{ level->rhs, level->left }, queue);
  }
  for (int l = count - 1; l >= 0; l--) {
    vfi_aggregates *const level = &levels[l];
    for (int s = 0; s < VF_AGGREGATE_STEPS && !level->last; s++) step(level, level->length[s], queue);
    if (l > 0) multiply_by(level->up, of_level{ level->x }, to_added{ levels[l - 1].x }, queue);
    else if (finest->single) add_to_cells<float>(level, finest, range->give, queue);
    else add_to_cells<double>(level, finest, range->give, queue);
  }
  return launched();
}

} // namespace VF_LEVELS
