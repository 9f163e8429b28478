// Vectors on a level, and the engine's memory for numbers that go back to the host.
#include <viewfab/kit/gpu_names.h>
#include <viewfab/kit/reduction_tree.h>

#include <type_traits>

#include "level.h"

namespace VF_LEVELS {

namespace {

template <vfi_term what> __device__ __forceinline__ double term_at(const double *x, const double *y, ptrdiff_t at)
{
  return what == VF_TERM_SIZE ? fabs(x[at]) : what == VF_TERM_VALUE ? x[at] : x[at] * y[at];
}

template <vfi_term what> constexpr vfi_reduction reduction = what == VF_TERM_SIZE ? VF_REDUCTION_MAX : VF_REDUCTION_SUM;

// A block reduces a tile. A lane loads several of its cells before it combines them in their order.
template <vfi_term what>
__global__ void __launch_bounds__(VF_REDUCTION_LANES)
    reduce_tiles(const double *__restrict__ x, const double *__restrict__ y, const grid g, const int64_t of_plane,
                 const int64_t tiles, double *partials)
{
  constexpr vfi_reduction kind = reduction<what>;
  constexpr int at_once = 8;
  static_assert(VF_REDUCTION_TILE % (at_once * VF_REDUCTION_LANES) == 0, "whole groups of a tile");
  __shared__ double lanes[VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x, n0 = g.n[0];
  // from a lane's cell to its next cell: a part of a row, and whole rows
  const int step_i = VF_REDUCTION_LANES % n0;
  const ptrdiff_t step_rows = VF_REDUCTION_LANES / n0 * g.row;
  for (int64_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int64_t k = t / of_plane, first = (t - k * of_plane) * VF_REDUCTION_TILE;
    const int64_t left = (int64_t)n0 * g.n[1] - first;
    const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE;
    const int64_t mine = first + lane;
    const int j = (int)(mine / n0);
    int i = (int)(mine - (int64_t)j * n0);
    ptrdiff_t row = (ptrdiff_t)j * g.row + (ptrdiff_t)k * g.plane;
    double value = vfi_reduction_start(kind);
    // Conditional loads would not all be under way at once.
    auto group = [&](int cell, auto whole) {
      double term[at_once];
#pragma unroll
      for (int c = 0; c < at_once; c++) {
        if (decltype(whole)::value || cell + c * VF_REDUCTION_LANES < length) term[c] = term_at<what>(x, y, row + i);
        i += step_i;
        row += step_rows;
        if (i >= n0) {
          i -= n0;
          row += g.row;
        }
      }
#pragma unroll
      for (int c = 0; c < at_once; c++)
        if (decltype(whole)::value || cell + c * VF_REDUCTION_LANES < length)
          value = vfi_reduction_combine(kind, value, term[c]);
    };
    if (length == VF_REDUCTION_TILE)
#pragma unroll
      for (int cell = 0; cell < VF_REDUCTION_TILE; cell += at_once * VF_REDUCTION_LANES) group(cell, std::true_type());
    else
      for (int cell = lane; cell < length; cell += at_once * VF_REDUCTION_LANES) group(cell, std::false_type());
    lanes[lane] = value;
    for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
      __syncthreads();
      if (lane < half) lanes[lane] = vfi_reduction_combine(kind, lanes[lane], lanes[lane + half]);
    }
    if (lane == 0) partials[t] = lanes[0];
    __syncthreads();
  }
}

// Leaves the results of the tiles in partials, with room behind them for the tiles of this list.
template <vfi_term what> int list_tiles(vfi_engine *engine, const vfi_level *level, vf_field x, vf_field y)
{
  const int64_t tiles = vfi_level_tiles(level);
  const int code = room_for(engine, tiles + vfi_reduction_tiles(tiles));
  if (code) return code;
  grid g = grid_of(level);
  g.row = x.row;
  g.plane = x.plane;
  reduce_tiles<what><<<(unsigned)(tiles < 1048576 ? tiles : 1048576), VF_REDUCTION_LANES, 0, queue_of(engine)>>>(
      x.at, y.at, g, vfi_plane_tiles(level), tiles, ((const workbench *)engine->state)->partials);
  return launched();
}

template <vfi_term what> int reduce(vfi_engine *engine, const vfi_level *level, vf_field x, vf_field y, double *result)
{
  int code = list_tiles<what>(engine, level, x, y);
  double *partials = ((const workbench *)engine->state)->partials;
  const vf_partial_row row = vfi_partial_row_of_one(reduction<what>);
  if (!code)
    code = engine->backend->reduce((vf_partial *)partials, vfi_level_tiles(level), &row, nullptr, engine->queue);
  return code ? code : fetch(engine, partials, result);
}

int room_for_list(vfi_engine *engine, int64_t numbers)
{
  workbench *bench = (workbench *)engine->state;
  if (numbers <= bench->list_room) return 0;
  int code = bench->list ? engine->backend->queue_wait(engine->queue) : 0;
  if (code) return code;
  if (bench->list) code = (int)VF_GPU(HostFree)(bench->list);
  bench->list = NULL;
  bench->list_room = 0;
  if (!code) code = (int)VF_GPU(HostMalloc)((void **)&bench->list, (size_t)numbers * sizeof(double), 0);
  if (!code) bench->list_room = numbers;
  return code;
}

// y = s x + t y; if shifts, y = x + s.
template <bool adds, bool shifts>
__global__ void __launch_bounds__(256)
    combine_cells(const double s, const double *x, const double t, double *y, const grid g)
{
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), j = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  if (i >= g.n[0] || j >= g.n[1]) return;
  for (int k = (int)blockIdx.z; k < g.n[2]; k += (int)gridDim.z) {
    const ptrdiff_t at = i + j * g.row + k * g.plane;
    y[at] = shifts ? x[at] + s : adds ? s * x[at] + t * y[at] : s * x[at];
  }
}

template <bool adds, bool shifts>
int run_combine(const vfi_engine *engine, const vfi_level *level, double s, vf_field x, double t, vf_field y)
{
  const grid g = grid_of(level);
  const dim3 block(64, 4),
      blocks((unsigned)(g.n[0] + 63) / 64, (unsigned)(g.n[1] + 3) / 4, (unsigned)(g.n[2] < 65535 ? g.n[2] : 65535));
  combine_cells<adds, shifts><<<blocks, block, 0, queue_of(engine)>>>(s, x.at, t, y.at, g);
  return launched();
}

} // namespace

int engine_open(vfi_engine *engine)
{
  workbench *bench = new workbench();
  engine->state = bench;
  int device = 0;
  int code = (int)VF_GPU(GetDevice)(&device);
#if defined(VIEWFAB_GPU_HIP)
  const auto multiprocessors = hipDeviceAttributeMultiprocessorCount,
             shared = hipDeviceAttributeMaxSharedMemoryPerBlock;
#else
  const auto multiprocessors = cudaDevAttrMultiProcessorCount, shared = cudaDevAttrMaxSharedMemoryPerBlockOptin;
#endif
  if (!code) code = (int)VF_GPU(DeviceGetAttribute)(&bench->multiprocessors, multiprocessors, device);
  if (!code) code = (int)VF_GPU(DeviceGetAttribute)(&bench->shared_bytes, shared, device);
  if (code) {
    delete bench;
    engine->state = NULL;
  }
  return code;
}

int engine_close(vfi_engine *engine)
{
  workbench *bench = (workbench *)engine->state;
  if (!bench) return 0;
  int code = bench->partials ? (int)VF_GPU(Free)(bench->partials) : 0, next = 0;
  if (bench->device) next = (int)VF_GPU(Free)(bench->device);
  code = code ? code : next;
  if (bench->conjugate) next = (int)VF_GPU(Free)(bench->conjugate);
  code = code ? code : next;
  if (bench->table) next = (int)VF_GPU(Free)(bench->table);
  code = code ? code : next;
  if (bench->host) next = (int)VF_GPU(HostFree)(bench->host);
  code = code ? code : next;
  if (bench->list) next = (int)VF_GPU(HostFree)(bench->list);
  delete bench;
  engine->state = NULL;
  return code ? code : next;
}

int word_for_results(vfi_engine *engine)
{
  workbench *bench = (workbench *)engine->state;
  if (bench->device) return 0;
  const int code = (int)VF_GPU(HostMalloc)((void **)&bench->host, sizeof(double), 0);
  return code ? code : (int)VF_GPU(Malloc)((void **)&bench->device, sizeof(double));
}

// The back end waits, because the queue may wait for a rank that never comes.
int fetch(vfi_engine *engine, const double *device, double *value)
{
  workbench *bench = (workbench *)engine->state;
  int code = word_for_results(engine);
  if (!code)
    code = (int)VF_GPU(MemcpyAsync)(bench->host, device, sizeof(double), VF_GPU(MemcpyDeviceToHost), queue_of(engine));
  if (!code) code = engine->backend->queue_wait(engine->queue);
  if (!code) *value = *bench->host;
  return code;
}

int room_for(vfi_engine *engine, int64_t numbers)
{
  workbench *bench = (workbench *)engine->state;
  if (numbers <= bench->room) return 0;
  int code = bench->partials ? engine->backend->queue_wait(engine->queue) : 0;
  if (code) return code;
  if (bench->partials) code = (int)VF_GPU(Free)(bench->partials);
  bench->partials = NULL;
  bench->room = 0;
  if (!code) code = (int)VF_GPU(Malloc)((void **)&bench->partials, (size_t)numbers * sizeof(double));
  if (!code) bench->room = numbers;
  return code;
}

int norm(vfi_engine *engine, vfi_level *level, vf_field x, double *max)
{
  return reduce<VF_TERM_SIZE>(engine, level, x, x, max);
}

int sum(vfi_engine *engine, vfi_level *level, vf_field x, double *result)
{
  return reduce<VF_TERM_VALUE>(engine, level, x, x, result);
}

int list_products(vfi_engine *engine, const vfi_level *level, vf_field x, vf_field y)
{
  return list_tiles<VF_TERM_PRODUCT>(engine, level, x, y);
}

int dot(vfi_engine *engine, vfi_level *level, vf_field x, vf_field y, double *result)
{
  return reduce<VF_TERM_PRODUCT>(engine, level, x, y, result);
}

int tiles(vfi_engine *engine, vfi_level *level, vfi_term what, vf_field x, vf_field y, const double **list)
{
  workbench *bench = (workbench *)engine->state;
  const int64_t count = vfi_level_tiles(level);
  int code = what == VF_TERM_SIZE    ? list_tiles<VF_TERM_SIZE>(engine, level, x, y)
             : what == VF_TERM_VALUE ? list_tiles<VF_TERM_VALUE>(engine, level, x, y)
                                     : list_tiles<VF_TERM_PRODUCT>(engine, level, x, y);
  if (!code) code = room_for_list(engine, count);
  if (!code)
    code = (int)VF_GPU(MemcpyAsync)(bench->list, bench->partials, (size_t)count * sizeof(double),
                                    VF_GPU(MemcpyDeviceToHost), queue_of(engine));
  if (!code) code = engine->backend->queue_wait(engine->queue);
  *list = bench->list;
  return code;
}

int combine(vfi_engine *engine, vfi_level *level, double s, vf_field x, double t, vf_field y)
{
  return t == 0 ? run_combine<false, false>(engine, level, s, x, t, y)
                : run_combine<true, false>(engine, level, s, x, t, y);
}

int shift(vfi_engine *engine, vfi_level *level, vf_field x, double value)
{
  return run_combine<false, true>(engine, level, value, x, 0, x);
}

int zero(vfi_engine *engine, void *at, size_t bytes)
{
  return (int)VF_GPU(MemsetAsync)(at, 0, bytes, queue_of(engine));
}

} // namespace VF_LEVELS
