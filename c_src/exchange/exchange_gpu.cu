// The ghost exchange of a set on a GPU: one block takes one item.
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kernel.h>

#include "../backends/exchange.h"

// Ghosts beside a face of the domain, typed by the pass. The face is a constant: what a variable indexes would have to
// lie in memory.
#define VF_REAL float
namespace walls_float {
#include <viewfab/kit/declare.h>
#include <viewfab/kit/ghost_value.h>
#include "wall_cell.h"
#include "walls_gpu.h"
} // namespace walls_float
#undef VF_REAL
#define VF_REAL double
namespace walls_double {
#include <viewfab/kit/declare.h>
#include <viewfab/kit/ghost_value.h>
#include "wall_cell.h"
#include "walls_gpu.h"
} // namespace walls_double

namespace {

constexpr int block_threads = 128;

// Copies are of bits, so that elements of one size need one kernel.
template <typename T>
__device__ __forceinline__ void copy_cell(const vf_span &to, const vf_span &from, const int (&shift)[3], int i, int j,
                                          int k, int n)
{
  ((T *)to.origin)[i + j * to.stride[0] + k * to.stride[1] + n * to.stride[2]] =
      ((const T *)from.origin)[(i + shift[0]) + (j + shift[1]) * from.stride[0] + (k + shift[2]) * from.stride[1] +
                               n * from.stride[2]];
}

template <typename T, bool walls>
__global__ void __launch_bounds__(block_threads) exchange_items(const vf_exchange exchange)
{
  const vf_exchange_item item = exchange.items[blockIdx.x];
  const vf_span to = exchange.spans[item.to], from = exchange.spans[item.from];
  const int cells = item.size[0] * item.size[1] * item.size[2];
  for (int cell = (int)threadIdx.x; cell < cells; cell += block_threads) {
    const int i = item.first[0] + cell % item.size[0];
    const int j = item.first[1] + cell / item.size[0] % item.size[1];
    const int k = item.first[2] + cell / item.size[0] / item.size[1];
    for (int n = 0; n < exchange.components; n++) {
      if (item.face < 0) copy_cell<T>(to, from, item.shift, i, j, k, n);
      else if (walls && sizeof(T) == sizeof(double)) walls_double::fill(exchange, item, i, j, k, n);
      else if (walls) walls_float::fill(exchange, item, i, j, k, n);
    }
  }
}

template <typename T> void launch(const vf_exchange *exchange, bool walls)
{
  const auto queue = (VF_GPU(Stream_t))exchange->queue;
  if (walls) exchange_items<T, true><<<(unsigned)exchange->item_count, block_threads, 0, queue>>>(*exchange);
  else exchange_items<T, false><<<(unsigned)exchange->item_count, block_threads, 0, queue>>>(*exchange);
}

} // namespace

#define VF_EXCHANGE VF_CAT(vf_exchange_, VF_GPU_NAME)
extern "C" int VF_EXCHANGE(const vf_exchange *exchange)
{
  bool walls = false;
  for (int face = 0; face < 6; face++)
    walls = walls || (exchange->sides.kind[face] != VF_PERIODIC && exchange->sides.kind[face] != VF_UNFILLED);
  if (vf_type_size(exchange->type) == sizeof(unsigned long long)) launch<unsigned long long>(exchange, walls);
  else launch<unsigned>(exchange, walls);
  return (int)VF_GPU(GetLastError)();
}
