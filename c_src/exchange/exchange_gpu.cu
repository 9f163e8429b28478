// The ghost exchange of a set on a GPU: a block takes an item.
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kit/plain.h>

#include "../backends/exchange.h"

// Ghosts beside a face of the domain, typed by the pass. The face is a constant: an array with a variable index would
// have to lie in memory.
#define VF_REAL float
namespace walls_float {
#include "walls.h"
} // namespace walls_float
#undef VF_REAL
#define VF_REAL double
namespace walls_double {
#include "walls.h"
} // namespace walls_double

namespace {

// Several blocks copy an item, so each thread has few cells and loads them together: values from a peer come late
// over the bus.
constexpr int block_threads = 256, cells_at_once = 4;
constexpr int blocks_an_item = VF_EXCHANGE_CELLS / (block_threads * cells_at_once);
static_assert(blocks_an_item * block_threads * cells_at_once == VF_EXCHANGE_CELLS, "items have other sizes");

struct indices {
  int i, j, k;
};

__device__ __forceinline__ indices cell_of(const vfi_exchange_item &item, unsigned number)
{
  const unsigned row = number / (unsigned)item.size[0], plane = row / (unsigned)item.size[1];
  return { item.first[0] + (int)(number - row * (unsigned)item.size[0]),
           item.first[1] + (int)(row - plane * (unsigned)item.size[1]), item.first[2] + (int)plane };
}

// A buffer holds the cells of an item one behind the other: an array of the size of the item.
__device__ __forceinline__ vfi_span in_buffer(const vf_exchange &exchange, const vfi_exchange_item &item, size_t size)
{
  const int b = item.buffer;
  vfi_span span;
  span.stride[0] = item.size[0];
  span.stride[1] = span.stride[0] * item.size[1];
  span.stride[2] = span.stride[1] * item.size[2];
  const ptrdiff_t first = item.first[0] + item.first[1] * span.stride[0] + item.first[2] * span.stride[1];
  const unsigned turn = exchange.turns[b / 32] >> (b % 32) & 1;
  span.origin = (char *)exchange.buffers[2 * b + turn] + (item.offset - first) * (ptrdiff_t)size;
  return span;
}

// Copies are of bits, so elements of the same size need only a single kernel.
template <typename T>
__device__ __forceinline__ void copy_cells(const vf_exchange &exchange, const vfi_exchange_item &item)
{
  const vfi_span to = item.to < 0 ? in_buffer(exchange, item, sizeof(T)) : exchange.spans[item.to];
  const vfi_span from = item.from < 0 ? in_buffer(exchange, item, sizeof(T)) : exchange.spans[item.from];
  const bool moves = item.from >= 0; // cells in a buffer are numbered as the ghosts are
  const unsigned cells = (unsigned)(item.size[0] * item.size[1] * item.size[2]);
  const unsigned first = blockIdx.y * block_threads + threadIdx.x, step = gridDim.y * block_threads;
  for (unsigned number = first; number < cells; number += cells_at_once * step) {
    T *put[cells_at_once];
    const T *take[cells_at_once];
    T value[cells_at_once];
#pragma unroll
    for (unsigned m = 0; m < cells_at_once; m++) {
      indices c = cell_of(item, number + m * step);
      put[m] = (T *)to.origin + (c.i + c.j * to.stride[0] + c.k * to.stride[1]);
      if (moves) c = { c.i + item.shift[0], c.j + item.shift[1], c.k + item.shift[2] };
      take[m] = (const T *)from.origin + (c.i + c.j * from.stride[0] + c.k * from.stride[1]);
    }
    for (int n = 0; n < exchange.components; n++) {
#pragma unroll
      for (unsigned m = 0; m < cells_at_once; m++)
        if (number + m * step < cells) value[m] = take[m][n * from.stride[2]];
#pragma unroll
      for (unsigned m = 0; m < cells_at_once; m++)
        if (number + m * step < cells) put[m][n * to.stride[2]] = value[m];
    }
  }
}

template <bool is_double>
__device__ __forceinline__ void fill_walls(const vf_exchange &exchange, const vfi_exchange_item &item)
{
  const unsigned cells = (unsigned)(item.size[0] * item.size[1] * item.size[2]);
  for (unsigned number = blockIdx.y * block_threads + threadIdx.x; number < cells;
       number += gridDim.y * block_threads) {
    const indices c = cell_of(item, number);
    for (int n = 0; n < exchange.components; n++)
      if (is_double) walls_double::fill(exchange, item, c.i, c.j, c.k, n);
      else walls_float::fill(exchange, item, c.i, c.j, c.k, n);
  }
}

template <typename T, bool walls>
__global__ void __launch_bounds__(block_threads) exchange_items(const vf_exchange exchange)
{
  const vfi_exchange_item item = exchange.items[blockIdx.x];
  if (item.face < 0) copy_cells<T>(exchange, item);
  else if (walls) fill_walls<sizeof(T) == sizeof(double)>(exchange, item);
}

template <typename T> void launch(const vf_exchange *exchange, bool walls)
{
  const auto queue = (VF_GPU(Stream_t))exchange->queue;
  // With many items, a single block for each item keeps the device as busy.
  const dim3 grid((unsigned)exchange->item_count, exchange->item_count < 4096 ? blocks_an_item : 1);
  if (walls) exchange_items<T, true><<<grid, block_threads, 0, queue>>>(*exchange);
  else exchange_items<T, false><<<grid, block_threads, 0, queue>>>(*exchange);
}

} // namespace

#define VF_EXCHANGE VF_CAT(vfi_exchange_, VF_GPU_NAME)
extern "C" int VF_EXCHANGE(const vf_exchange *exchange)
{
  bool walls = false;
  for (int face = 0; face < 6; face++)
    walls = walls || (exchange->sides.kind[face] != VF_PERIODIC && exchange->sides.kind[face] != VF_UNFILLED);
  if (vfi_type_size(exchange->type) == sizeof(unsigned long long)) launch<unsigned long long>(exchange, walls);
  else launch<unsigned>(exchange, walls);
  return (int)VF_GPU(GetLastError)();
}
