/* Included by gpu.h for a reduction: one block reduces one tile, by the fixed tree. */
#include <viewfab/kit/reduction_tree.h>

/* Tiles block, block + blocks, ... of a box, of which each component has so many. */
static __device__ __forceinline__ void VF_TYPED(_box_tiles_)(const vf_box &box, const int64_t tiles,
                                                             const int64_t count, const unsigned block,
                                                             const unsigned blocks, vf_bundle bundle,
                                                             double *partials VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  __shared__ double lanes[VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x;
  const int64_t row_length = (int64_t)box.upper[0] - box.lower[0] + 1;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t cells = vf_box_points(&box);
  for (int64_t t = block; t < count; t += blocks) {
    const int n = (int)(t / tiles);
    const int64_t first = t % tiles * VF_REDUCTION_TILE;
    const int64_t left = cells - first;
    const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE;
    const int64_t first_row = first / row_length;
    const unsigned first_i = (unsigned)(first % row_length);
    const unsigned first_j = (unsigned)(first_row % rows_j);
    const int first_k = box.lower[2] + (int)(first_row / rows_j);
    double value = vf_reduction_start(VF_REDUCTION_KIND);
    for (int cell = lane; cell < length; cell += VF_REDUCTION_LANES) {
      const unsigned along = first_i + (unsigned)cell;
      const unsigned row = first_j + along / (unsigned)row_length;
      const int i = box.lower[0] + (int)(along % (unsigned)row_length);
      const int j = box.lower[1] + (int)(row % (unsigned)rows_j);
      const int k = first_k + (int)(row / (unsigned)rows_j);
      value = vf_reduction_combine(VF_REDUCTION_KIND, value, (double)VF_BODY_AT(i, j, k, n, 0, box));
    }
    lanes[lane] = value;
    for (int half = VF_REDUCTION_LANES / 2; half > 0; half /= 2) {
      __syncthreads();
      if (lane < half) lanes[lane] = vf_reduction_combine(VF_REDUCTION_KIND, lanes[lane], lanes[lane + half]);
    }
    if (lane == 0) partials[t] = lanes[0];
    __syncthreads();
  }
}

static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_tiles_)(const vf_box box, const int64_t tiles, const int64_t count, const vf_bundle bundle,
                      double *partials VF_ORIGINS)
{
  VF_TYPED(_box_tiles_)(box, tiles, count, blockIdx.x, gridDim.x, bundle, partials VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box. */
static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_set_tiles_)(const vf_launch_sets sets, const int box_count, const int components,
                          const vf_bundle arguments, double *partials)
{
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const int64_t tiles = vf_reduction_tiles(vf_box_points(&box));
    const vf_bundle bundle = vf_bundle_placed(arguments, sets, b);
    VF_TYPED(_box_tiles_)
    (box, tiles, tiles * components, blockIdx.x, gridDim.x, bundle,
     partials + sets.first_tiles[b] * components VF_PASS_ORIGINS);
  }
}

static unsigned VF_TYPED(_tile_blocks_)(const vf_box *box, const int components)
{
  const int64_t count = vf_reduction_tiles(vf_box_points(box)) * components;
  return (unsigned)(count < 1048576 ? count : 1048576);
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (launch->sets) {
    const vf_box largest = vf_largest_box(launch->boxes, launch->box_count);
    VF_TYPED(_set_tiles_)<<<vf_set_blocks(VF_TYPED(_tile_blocks_)(&largest, launch->components), launch->box_count),
                            VF_REDUCTION_LANES, 0, (VF_GPU(Stream_t))launch->queue>>>(
        *launch->sets, launch->box_count, launch->components, bundle, launch->partials);
    return (int)VF_GPU(GetLastError)();
  }
  int64_t done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t tiles = vf_reduction_tiles(vf_box_points(box));
    const int64_t count = tiles * launch->components;
    VF_TYPED(_tiles_)<<<VF_TYPED(_tile_blocks_)(box, launch->components), VF_REDUCTION_LANES, 0,
                        (VF_GPU(Stream_t))launch->queue>>>(*box, tiles, count, bundle,
                                                           launch->partials + done VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
    done += count;
  }
  return 0;
}
