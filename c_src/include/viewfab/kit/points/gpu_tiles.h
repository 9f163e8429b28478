/* Included by gpu.h: tiles of a line. A block of threads fills the scratch of a tile in shared memory. If the device
 * has too little, the scratch is in device memory, with a room for each block that runs at the same time. A thread then
 * has a few neighbouring points. Their windows have most elements in common: these elements are loaded once for all
 * points, and each point adds them in its own order. */
enum { VF_TILE_THREADS = 128 };

/* An odd number, so that neighbouring threads use different banks of memory. More points take more registers; fewer
 * points load more often than the device adds. */
#ifndef VF_TILE_NEIGHBOURS
#define VF_TILE_NEIGHBOURS 5
#endif

#define VF_RUN_HALO(phase, around)                                                                              \
  (void)vfi_has_halo_##phase;                                                                                   \
  for (int vfi_j = vfi_halo_from(vfi_first, around) + (int)threadIdx.x, vfi_to = vfi_halo_to(vfi_last, around); \
       vfi_j <= vfi_to; vfi_j += VF_TILE_THREADS)                                                               \
    VF_RUN_IN_HALO(vfi_j, vfi_halo_##phase(vfi_j, VF_HALO_PASS))                                                \
  __syncthreads();

/* First the elements of the first points alone, then the common elements of all points, then the elements of the last
 * points. An empty window ends at its point, because no index may be before the point. */
#define VF_RUN_WINDOW(phase, around)                                                                                 \
  {                                                                                                                  \
    (void)vfi_has_window_##phase;                                                                                    \
    const int vfi_around = vfi_window_around(around), vfi_from = vfi_point - vfi_around;                             \
    const int vfi_to = vfi_around < 0 ? vfi_point : vfi_point + vfi_around;                                          \
    if (VF_TILE_LANES > 1 && vfi_to - vfi_from < VF_TILE_LANES - 1) {                                                \
      _Pragma("unroll") for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++)                                 \
          _Pragma("unroll 1") for (int vfi_j = vfi_from; vfi_j <= vfi_to; vfi_j++)                                   \
              VF_IN_WINDOW(phase, vfi_j + vfi_lane);                                                                 \
    } else {                                                                                                         \
      _Pragma("unroll") for (int vfi_before = 0; vfi_before < VF_TILE_LANES - 1; vfi_before++)                       \
          _Pragma("unroll") for (int vfi_lane = 0; vfi_lane <= vfi_before; vfi_lane++)                               \
              VF_IN_WINDOW(phase, vfi_from + vfi_before);                                                            \
      _Pragma("unroll 8") for (int vfi_j = vfi_from + VF_TILE_LANES - 1; vfi_j <= vfi_to; vfi_j++)                   \
          _Pragma("unroll") for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++) VF_IN_WINDOW(phase, vfi_j); \
      _Pragma("unroll") for (int vfi_behind = 1; vfi_behind < VF_TILE_LANES; vfi_behind++)                           \
          _Pragma("unroll") for (int vfi_lane = vfi_behind; vfi_lane < VF_TILE_LANES; vfi_lane++)                    \
              VF_IN_WINDOW(phase, vfi_to + vfi_behind);                                                              \
    }                                                                                                                \
  }
#define VF_IN_WINDOW(phase, j)          \
  VF_RUN_AT_POINT(vfi_point + vfi_lane, \
                  vfi_window_##phase(vfi_point + vfi_lane, j, VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
#define VF_RUN_TILE_POINTS(phase)                                                                 \
  (void)vfi_has_tile_##phase;                                                                     \
  _Pragma("unroll") for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++) VF_RUN_AT_POINT( \
      vfi_point + vfi_lane,                                                                       \
      vfi_tile_##phase(vfi_point + vfi_lane, VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS) VF_LANE_GIVEN))

/* The results of points go to memory, for the lanes of the tree: for each result the values stand one after the
 * other. */
#undef VF_LANE_GIVEN
#undef VF_VALUES_PARAMETER
#undef VF_VALUES_PASS
#if VF_GIVES
#include <viewfab/kit/points/gpu_lanes.h>
#define VF_LANE_GIVEN , &vfi_given_of[vfi_lane]
#define VF_VALUES_PARAMETER , double *const vfi_values, const int vfi_first_value, const int vfi_value_count
#define VF_VALUES_PASS , vfi_values, vfi_first_value, vfi_value_count
#define VF_POINT_PUT(name, ...)                                                                                 \
  vfi_values[vfi_index_##name * (size_t)vfi_value_count + (unsigned)(vfi_point + vfi_lane - vfi_first_value)] = \
      vfi_given->best[vfi_index_##name].value;
#else
#define VF_LANE_GIVEN
#define VF_VALUES_PARAMETER
#define VF_VALUES_PASS
#endif

template <int VF_TILE_LANES>
static __device__ __forceinline__ void
VF_TYPED(_tile_lanes_)(VF_TILE_BUNDLE bundle, VF_UNUSED const vfi_tile_scratch &vfi_scratch, const vf_box &vfi_domain,
                       const int vfi_n, const int vfi_point VF_VALUES_PARAMETER)
{
  VF_TAKE_VALUES
  struct {
    VF_EACH_CARRIED(VF_CARRY_MEMBER)
    char none; /* for files without carried values */
  } vfi_carried;
  vfi_carried.none = 0;
#pragma unroll
  for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++) {
    VF_EACH_CARRIED(VF_CARRY_START)
  }
#if VF_GIVES
  vfi_lane vfi_given_of[VF_TILE_LANES];
#pragma unroll
  for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++) {
    struct vfi_lane *const vfi_given = &vfi_given_of[vfi_lane];
    vfi_given->round = 0;
    VF_RESULTS_OF(VF_POINT_GIVEN_START)
  }
#endif
  VF_PHASES(VF_PASS_OVER, VF_RUN_WINDOW, VF_RUN_TILE_POINTS)
#if VF_GIVES
#pragma unroll
  for (int vfi_lane = 0; vfi_lane < VF_TILE_LANES; vfi_lane++) {
    const struct vfi_lane *const vfi_given = &vfi_given_of[vfi_lane];
    VF_RESULTS_OF(VF_POINT_PUT)
  }
#endif
  (void)vfi_carried.none;
}

/* Tiles blockIdx.x, blockIdx.x + gridDim.x, ... of the points of vfi_line.
 *   vfi_first_n  first component
 *   tiles       tiles of a component
 *   count       tiles of all components
 *   vfi_points   points of a tile */
template <bool is_far>
static __device__ __forceinline__ void
VF_TYPED(_tiles_of_box_)(const vf_box vfi_line, const vf_box vfi_domain, const int vfi_first_n, const int64_t tiles,
                         const int64_t count, const int vfi_points, char *const far, const size_t room,
                         VF_UNUSED vfi_bounds_record *const record, vfi_bundle bundle VF_VALUES_PARAMETER VF_ORIGINS)
{
  extern __shared__ __align__(16) char vfi_shared[];
  const vfi_written_in_a_tile_phase vfi_written = { 0 };
  VF_TAKE_ORIGINS
  VF_TAKE_VALUES(void) vfi_written;
  for (int64_t vfi_tile = blockIdx.x; vfi_tile < count; vfi_tile += gridDim.x) {
    const int64_t vfi_component = count == tiles ? 0 : vfi_tile / tiles;
    const int vfi_n = vfi_first_n + (int)vfi_component;
    const int vfi_first = vfi_line.lower[0] + (int)((vfi_tile - vfi_component * tiles) * vfi_points);
    const int vfi_last = vfi_line.upper[0] - vfi_first < vfi_points ? vfi_line.upper[0] : vfi_first + vfi_points - 1;
    VF_UNUSED char *vfi_pool = is_far ? far + blockIdx.x * room : vfi_shared;
    vfi_tile_scratch vfi_scratch;
    vfi_scratch.none = 0;
#ifdef VIEWFAB_BOUNDS
    VF_UNUSED int vfi_number = 0;
    int vfi_here = 0;
    vfi_scratch.here = &vfi_here;
    vfi_scratch.record = record;
#endif
    VF_EACH_SCRATCH(VF_LAY_TILE)
    VF_PHASES(VF_RUN_HALO, VF_PASS_OVER, VF_PASS_OVER)
    for (int vfi_point = vfi_first + (int)threadIdx.x * VF_TILE_NEIGHBOURS; vfi_point <= vfi_last;
         vfi_point += VF_TILE_THREADS * VF_TILE_NEIGHBOURS) {
      if (vfi_last - vfi_point >= VF_TILE_NEIGHBOURS - 1)
        VF_TYPED(_tile_lanes_)<VF_TILE_NEIGHBOURS>(bundle, vfi_scratch, vfi_domain, vfi_n, vfi_point VF_VALUES_PASS);
      else
        for (int vfi_alone = vfi_point; vfi_alone <= vfi_last; vfi_alone++)
          VF_TYPED(_tile_lanes_)<1>(bundle, vfi_scratch, vfi_domain, vfi_n, vfi_alone VF_VALUES_PASS);
    }
    __syncthreads();
  }
}

template <bool is_far>
static __global__ void __launch_bounds__(VF_TILE_THREADS)
    VF_TYPED(_tiles_)(const vf_box line, const vf_box domain, const int first_n, const int64_t tiles,
                      const int64_t count, const int points, char *const far, const size_t room,
                      vfi_bounds_record *const record, const vfi_bundle bundle VF_VALUES_PARAMETER VF_ORIGINS)
{
  VF_NEXT_MAY_START
  VF_TYPED(_tiles_of_box_)<is_far>(line, domain, first_n, tiles, count, points, far, room, record,
                                   bundle VF_VALUES_PASS VF_ORIGIN_NAMES);
}

/* The same for box b of sets. */
template <bool is_far>
static __global__ void __launch_bounds__(VF_TILE_THREADS)
    VF_TYPED(_set_tiles_)(const vfi_sets sets, const int b, const vf_box line, const vf_box domain, const int first_n,
                          const int64_t tiles, const int64_t count, const int points, char *const far,
                          const size_t room, vfi_bounds_record *const record,
                          const vfi_bundle arguments VF_VALUES_PARAMETER)
{
  VF_NEXT_MAY_START
  const vfi_bundle bundle = vfi_bundle_placed(arguments, sets, b);
  VF_TYPED(_tiles_of_box_)<is_far>(line, domain, first_n, tiles, count, points, far, room, record,
                                   bundle VF_VALUES_PASS VF_PASS_ORIGINS);
}

/* The lanes of a tile of the tree, from values in memory; done: number of the first tile in the call. */
#if VF_GIVES
#define VF_LANE_TAKE(name, ...) \
  vfi_give(vfi_given, vfi_result_##name, values[vfi_index_##name * (size_t)value_count + (unsigned)value]);
static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_tree_)(const double *const values, const int value_count, const int64_t done, vf_partial *const partials)
{
  __shared__ vfi_tile_lanes lanes;
  const int lane = (int)threadIdx.x, t = (int)blockIdx.x;
  const int left = value_count - t * VF_REDUCTION_TILE;
  const int length = left < VF_REDUCTION_TILE ? left : (int)VF_REDUCTION_TILE;
  vfi_lane given, *const vfi_given = &given;
  VF_RESULTS_OF(VF_GIVEN_START)
  given.round = 0;
  VF_NEXT_MAY_START
  VF_KERNEL_BEFORE_IS_OVER
#pragma unroll 8
  for (int at = lane; at < length; at += VF_REDUCTION_LANES) {
    const int value = t * VF_REDUCTION_TILE + at;
    VF_RESULTS_OF(VF_LANE_TAKE)
    given.round++;
  }
  VF_RESULTS_OF(VF_GIVEN_SHARE)
  __syncthreads();
  vf_partial *row = partials + (done + t) * (vfi_results_count + vfi_count_of_placed);
  VF_RESULTS_OF(VF_GIVEN_REDUCE)
}
#endif

/* The cut of a launch into tiles. */
typedef struct vfi_tile_plan {
  int points;
  size_t room; /* bytes of scratch */
  bool is_far;
  int64_t most_blocks;
  char *far;
} vfi_tile_plan;

/* Chooses the tiles: points for one round of a block's threads; longer tiles if halos are long and the tiles are enough
 * for all multiprocessors. */
static int VF_TYPED(_plan_tiles_)(const vfi_launch *launch, const vfi_bundle &bundle, const int64_t all_points,
                                  vfi_tile_plan *plan)
{
  enum { ALWAYS_THERE = 48 * 1024 };
  const int64_t halo = vfi_tile_halo(bundle);
  int device = 0, most_shared = 0;
  int64_t resident = 0;
  plan->points = VF_TILE_THREADS * VF_TILE_NEIGHBOURS;
  plan->most_blocks = INT32_MAX;
  plan->room = vfi_tile_bytes(bundle, plan->points);
  plan->is_far = false;
  if (plan->room <= ALWAYS_THERE && 2 * halo <= plan->points) return 0;
  VF_GPU(Error_t) error = vfi_resident_blocks(&resident);
  if (error == VF_GPU(Success)) error = VF_GPU(GetDevice)(&device);
  if (error == VF_GPU(Success)) error = VF_GPU(DeviceGetAttribute)(&most_shared, VF_GPU_MOST_SHARED, device);
  if (error != VF_GPU(Success)) return (int)error;
  while (plan->points < 2 * halo && all_points / (2 * plan->points) >= resident / 2 &&
         vfi_tile_bytes(bundle, 2 * plan->points) <= ALWAYS_THERE)
    plan->points *= 2;
  plan->room = (vfi_tile_bytes(bundle, plan->points) + 127) / 128 * 128;
  plan->is_far = plan->room > (size_t)most_shared;
  if (plan->is_far) {
    plan->most_blocks = resident;
    *launch->far_scratch = plan->room;
  } else if (plan->room > ALWAYS_THERE) {
    error = VF_GPU(FuncSetAttribute)((const void *)VF_TYPED(_tiles_) < false >,
                                     VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)plan->room);
    if (error == VF_GPU(Success))
      error = VF_GPU(FuncSetAttribute)((const void *)VF_TYPED(_set_tiles_) < false >,
                                       VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)plan->room);
  }
  return (int)error;
}

/* Launches the points of line, a part of box b, for `components` components. */
static int VF_TYPED(_launch_line_)(const vfi_launch *launch, const vfi_bundle &bundle, const vfi_tile_plan &plan,
                                   const int b, const vf_box &line, const int first_n,
                                   const int components VF_VALUES_PARAMETER)
{
  const vf_box &domain = launch->domains ? launch->domains[b] : launch->boxes[b];
  const int64_t tiles = ((int64_t)line.upper[0] - line.lower[0]) / plan.points + 1, count = tiles * components;
  const unsigned blocks = (unsigned)(count < plan.most_blocks ? count : plan.most_blocks);
  const size_t shared = plan.is_far ? 0 : plan.room;
  const auto queue = (VF_GPU(Stream_t))launch->queue;
  if (launch->sets) {
    const auto run = plan.is_far ? VF_TYPED(_set_tiles_)<true> : VF_TYPED(_set_tiles_)<false>;
    run<<<blocks, VF_TILE_THREADS, shared, queue>>>(vfi_sets_of(launch->sets), b, line, domain, first_n, tiles, count,
                                                    plan.points, plan.far, plan.room, launch->bounds,
                                                    bundle VF_VALUES_PASS);
  } else {
    const auto run = plan.is_far ? VF_TYPED(_tiles_)<true> : VF_TYPED(_tiles_)<false>;
    run<<<blocks, VF_TILE_THREADS, shared, queue>>>(line, domain, first_n, tiles, count, plan.points, plan.far,
                                                    plan.room, launch->bounds, bundle VF_VALUES_PASS VF_PASS_ORIGINS);
  }
  return (int)VF_GPU(GetLastError)();
}

#if VF_GIVES
/* The most points whose values wait for the tree at once. */
enum { VF_VALUES_AT_ONCE = 256 * VF_REDUCTION_TILE };

static int VF_TYPED(_launch_box_)(const vfi_launch *launch, const vfi_bundle &bundle, const vfi_tile_plan &plan,
                                  double *const vfi_values, const int b, int64_t *done)
{
  static const bool early = vfi_starts_early((const void *)VF_TYPED(_tree_));
  const vf_box &box = launch->boxes[b];
  for (int n = 0; n < launch->components; n++)
    for (int64_t first = box.lower[0]; first <= box.upper[0]; first += VF_VALUES_AT_ONCE) {
      const int64_t left = box.upper[0] - first + 1;
      const int vfi_value_count = left < VF_VALUES_AT_ONCE ? (int)left : (int)VF_VALUES_AT_ONCE;
      const int vfi_first_value = (int)first;
      vf_box line = box;
      line.lower[0] = vfi_first_value;
      line.upper[0] = vfi_first_value + vfi_value_count - 1;
      const int error = VF_TYPED(_launch_line_)(launch, bundle, plan, b, line, n, 1 VF_VALUES_PASS);
      if (error) return error;
      const int64_t tiles = vfi_reduction_tiles(vfi_value_count);
      const VF_GPU(Error_t) of_tree =
          vfi_launch_early(early, VF_TYPED(_tree_), dim3((unsigned)tiles), VF_REDUCTION_LANES,
                           (VF_GPU(Stream_t))launch->queue, vfi_values, vfi_value_count, *done, launch->partials);
      if (of_tree != VF_GPU(Success)) return (int)of_tree;
      *done += tiles;
    }
  return 0;
}
#else
static int VF_TYPED(_launch_box_)(const vfi_launch *launch, const vfi_bundle &bundle, const vfi_tile_plan &plan,
                                  double *, const int b, int64_t *)
{
  return VF_TYPED(_launch_line_)(launch, bundle, plan, b, launch->boxes[b], 0, launch->components);
}
#endif

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  const vfi_bundle bundle = vfi_bundle_of(launch);
  int64_t all_points = 0, longest = 0, done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const int64_t length = (int64_t)launch->boxes[b].upper[0] - launch->boxes[b].lower[0] + 1;
    if (length > longest) longest = length;
    if (length > 0) all_points += length * launch->components;
  }
  if (!vfi_tiles_have_indices(launch, bundle)) return VF_LAUNCH_TOO_WIDE;
  vfi_tile_plan plan;
  int error = VF_TYPED(_plan_tiles_)(launch, bundle, all_points, &plan);
  if (error) return error;
  size_t of_values = 0;
#if VF_GIVES
  const int64_t at_once = longest < VF_VALUES_AT_ONCE ? longest : (int64_t)VF_VALUES_AT_ONCE;
  of_values = (size_t)at_once * vfi_results_count * sizeof(double);
#endif
  of_values = (of_values + 127) / 128 * 128;
  const size_t of_scratch = plan.is_far ? plan.room * (size_t)plan.most_blocks : 0;
  char *const pool = of_values + of_scratch ? (char *)launch->borrow(launch->lender, of_values + of_scratch) : NULL;
  if (of_values + of_scratch && !pool) return VF_LAUNCH_NO_MEMORY;
  plan.far = pool ? pool + of_values : NULL;
  for (int b = 0; b < launch->box_count && !error; b++) {
    const vf_box &box = launch->boxes[b];
    if (box.upper[0] < box.lower[0] || box.upper[1] < box.lower[1] || box.upper[2] < box.lower[2]) continue;
    error = VF_TYPED(_launch_box_)(launch, bundle, plan, (double *)pool, b, &done);
  }
  return error;
}
