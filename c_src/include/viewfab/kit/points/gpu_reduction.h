/* Included by gpu.h for a kernel with results: one block runs the points of one tile and reduces their results, by the
 * fixed tree. */
#include <viewfab/kit/points/gpu_lanes.h>

/* Loads of several points of a thread run at once: the fewer arrays, the more points. With one or two arrays the places
 * of these points are computed before the first point runs; with more arrays the compiler would then keep fewer loads
 * in flight. */
static constexpr int vfi_rounds = VF_ARRAY_COUNT < 3 && VF_ALL_REACH <= 0 ? 8 : 1;
static constexpr int vfi_unrolled_rounds = VF_ALL_REACH > 0 ? 2 : VF_ARRAY_COUNT < 3 ? 1 : 4;
#if VF_STEP == 2
#define VF_POINT_OF_ROUND(i, j, k) \
  if ((((i) + VF_PARITY(j, k) + selector) & 1) == 0) VF_POINT_AT(i, j, k, n, 0, domain)
#else
#define VF_POINT_OF_ROUND(i, j, k) VF_POINT_AT(i, j, k, n, selector, domain)
#endif
#define VF_NEXT_ROUND                                                \
  {                                                                  \
    const bool next_row = i > last_i;                                \
    i += next_row ? step_i - (int)row_length : step_i;               \
    const bool next_plane = j > last_j || (next_row && j == last_j); \
    j += step_j + next_row - (next_plane ? (int)rows_j : 0);         \
    k += step_k + next_plane;                                        \
  }

/* Tiles block, block + blocks, ... of a box; each component has `tiles` tiles. done: tiles of the boxes before. */
static __device__ __forceinline__ void VF_TYPED(_box_tiles_)(const vf_box &box, const vf_box &domain,
                                                             const int selector, const int64_t tiles,
                                                             const int64_t count, const int64_t done,
                                                             const unsigned block, const unsigned blocks,
                                                             vfi_bundle bundle, vf_partial *partials VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  __shared__ vfi_tile_lanes lanes;
  const int lane = (int)threadIdx.x;
  const int64_t row_length = (int64_t)box.upper[0] - box.lower[0] + 1;
  const int64_t rows_j = (int64_t)box.upper[1] - box.lower[1] + 1;
  const int64_t cells = vfi_box_points(&box);
  /* step from a cell of a lane to the next cell, without carries */
  const bool long_row = row_length > VF_REDUCTION_LANES;
  const int step_i = long_row ? VF_REDUCTION_LANES : VF_REDUCTION_LANES % (int)row_length;
  const int step_rows = long_row ? 0 : VF_REDUCTION_LANES / (int)row_length;
  const int step_j = rows_j > step_rows ? step_rows : step_rows % (int)rows_j;
  const int step_k = rows_j > step_rows ? 0 : step_rows / (int)rows_j;
  const int last_i = box.upper[0] - step_i, last_j = box.upper[1] - step_j;
  for (int64_t t = block; t < count; t += blocks) {
    const int n = count == tiles ? 0 : (int)(t / tiles);
    const int64_t first = (t - n * tiles) * VF_REDUCTION_TILE;
    const int64_t left = cells - first;
    const int length = left < VF_REDUCTION_TILE ? (int)left : VF_REDUCTION_TILE;
    unsigned first_i, first_j, first_k;
    if (cells <= INT32_MAX) { /* divisions in 64 bits take long */
      const unsigned row = (unsigned)first / (unsigned)row_length;
      first_i = (unsigned)first - row * (unsigned)row_length;
      first_k = row / (unsigned)rows_j;
      first_j = row - first_k * (unsigned)rows_j;
    } else {
      const int64_t row = first / row_length;
      first_i = (unsigned)(first % row_length);
      first_k = (unsigned)(row / rows_j);
      first_j = (unsigned)(row % rows_j);
    }
    const unsigned along = first_i + (unsigned)lane;
    const unsigned rows = long_row ? along >= (unsigned)row_length : along / (unsigned)row_length;
    const unsigned row_at = first_j + rows;
    const unsigned planes = rows <= 1 ? row_at >= (unsigned)rows_j : row_at / (unsigned)rows_j;
    int i = box.lower[0] + (int)(along - rows * (unsigned)row_length);
    int j = box.lower[1] + (int)(row_at - planes * (unsigned)rows_j);
    int k = box.lower[2] + (int)(first_k + planes);
    const int rounds = (length - lane + VF_REDUCTION_LANES - 1) / VF_REDUCTION_LANES;
    vfi_lane given, *const vfi_given = &given;
    VF_RESULTS_OF(VF_GIVEN_START)
    int round = 0;
#pragma unroll vfi_unrolled_rounds
    for (; round + vfi_rounds <= rounds; round += vfi_rounds) {
      int at_i[vfi_rounds], at_j[vfi_rounds], at_k[vfi_rounds];
#pragma unroll
      for (int r = 0; r < vfi_rounds; r++) {
        at_i[r] = i;
        at_j[r] = j;
        at_k[r] = k;
        VF_NEXT_ROUND
      }
#pragma unroll
      for (int r = 0; r < vfi_rounds; r++) {
        given.round = round + r;
        VF_POINT_OF_ROUND(at_i[r], at_j[r], at_k[r]);
      }
    }
#pragma unroll 1
    for (; round < rounds; round++) {
      given.round = round;
      VF_POINT_OF_ROUND(i, j, k);
      VF_NEXT_ROUND
    }
    VF_RESULTS_OF(VF_GIVEN_SHARE)
    __syncthreads();
    vf_partial *row = partials + (done + t) * (vfi_results_count + vfi_count_of_placed);
    VF_RESULTS_OF(VF_GIVEN_REDUCE)
    __syncthreads();
  }
}

static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_tiles_)(const vf_box box, const vf_box domain, const int selector, const int64_t tiles,
                      const int64_t count, const int64_t done, const vfi_bundle bundle, vf_partial *partials VF_ORIGINS)
{
  VF_NEXT_MAY_START
  VF_TYPED(_box_tiles_)
  (box, domain, selector, tiles, count, done, blockIdx.x, gridDim.x, bundle, partials VF_ORIGIN_NAMES);
}

/* The same on sets: blockIdx.y is the box. */
static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_set_tiles_)(const vfi_sets sets, const int box_count, const int components, const int selector,
                          const vfi_bundle arguments, vf_partial *partials)
{
  VF_NEXT_MAY_START
  for (int b = (int)blockIdx.y; b < box_count; b += (int)gridDim.y) {
    const vf_box box = sets.boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    const int64_t tiles = vfi_reduction_tiles(vfi_box_points(&box));
    const vfi_bundle bundle = vfi_bundle_placed(arguments, sets, b);
    VF_TYPED(_box_tiles_)
    (box, box, selector, tiles, tiles * components, sets.first_tiles[b] * components, blockIdx.x, gridDim.x, bundle,
     partials VF_PASS_ORIGINS);
  }
}

static unsigned VF_TYPED(_tile_blocks_)(const vf_box *box, const int components)
{
  const int64_t count = vfi_reduction_tiles(vfi_box_points(box)) * components;
  return (unsigned)(count < 1048576 ? count : 1048576);
}

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  const vfi_bundle bundle = vfi_bundle_of(launch);
  if (launch->sets) {
    const vf_box largest = vfi_largest_box(launch->boxes, launch->box_count);
    VF_TYPED(_set_tiles_)<<<vfi_set_blocks(VF_TYPED(_tile_blocks_)(&largest, launch->components), launch->box_count, 1),
                            VF_REDUCTION_LANES, 0, (VF_GPU(Stream_t))launch->queue>>>(
        vfi_sets_of(launch->sets), launch->box_count, launch->components, launch->selector, bundle, launch->partials);
    return (int)VF_GPU(GetLastError)();
  }
  int64_t done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t tiles = vfi_reduction_tiles(vfi_box_points(box));
    const int64_t count = tiles * launch->components;
    VF_TYPED(_tiles_)<<<VF_TYPED(_tile_blocks_)(box, launch->components), VF_REDUCTION_LANES, 0,
                        (VF_GPU(Stream_t))launch->queue>>>(*box, launch->domains ? launch->domains[b] : *box,
                                                           launch->selector, tiles, count, done, bundle,
                                                           launch->partials VF_PASS_ORIGINS);
    const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
    done += count;
  }
  return 0;
}
