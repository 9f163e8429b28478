/* Included by gpu.h for a reduction: one block reduces one tile, by the fixed tree. */
#include <viewfab/kit/reduction_tree.h>

static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_tiles_)(const vf_box box, const int64_t tiles, const int64_t count, const vf_bundle arguments,
                      double *partials VF_ORIGINS)
{
  vf_bundle bundle = arguments;
  VF_TAKE_ORIGINS
  __shared__ double lanes[VF_REDUCTION_LANES];
  const int lane = (int)threadIdx.x;
  const int64_t row_length = (int64_t)box.upper[0] - box.lower[0] + 1;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t cells = vf_box_points(&box);
  for (int64_t t = blockIdx.x; t < count; t += gridDim.x) {
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

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  int64_t done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const int64_t tiles = vf_reduction_tiles(vf_box_points(&launch->boxes[b]));
    const int64_t count = tiles * launch->components;
    const unsigned blocks = (unsigned)(count < 1048576 ? count : 1048576);
    VF_TYPED(_tiles_)<<<blocks, VF_REDUCTION_LANES, 0, (VF_GPU(Stream_t))launch->queue>>>(
        launch->boxes[b], tiles, count, bundle, launch->partials + done VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
    done += count;
  }
  return 0;
}
