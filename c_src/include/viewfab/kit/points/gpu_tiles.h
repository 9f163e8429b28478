/* Included by gpu.h: tiles of a line. A block of threads fills the scratch of a tile, in shared memory, or, where the device
 * has too little, in memory that as many blocks have as run at once. A thread then has a few neighbouring points: their
 * windows have most elements in common, which are loaded once for all of them, and each adds them in its own order. */
enum { VF_TILE_THREADS = 128 };

/* An odd number, so that threads beside each other ask different banks of memory; more take more registers, fewer load more
 * often than the device adds. */
#ifndef VF_TILE_NEIGHBOURS
#define VF_TILE_NEIGHBOURS 5
#endif

#define VF_RUN_HALO(phase, around)                                                                        \
  (void)vf_has_halo_##phase;                                                                              \
  for (int vf_j = vf_halo_from(vf_first, around) + (int)threadIdx.x, vf_to = vf_halo_to(vf_last, around); \
       vf_j <= vf_to; vf_j += VF_TILE_THREADS)                                                            \
    VF_RUN_IN_HALO(vf_j, vf_halo_##phase(vf_j, VF_HALO_PASS))                                             \
  __syncthreads();

/* Elements that the first points alone have, those of all of them, and those of the last ones. An empty window ends at its
 * point, since no index may be before the point. */
#define VF_RUN_WINDOW(phase, around)                                                                               \
  {                                                                                                                \
    (void)vf_has_window_##phase;                                                                                   \
    const int vf_around = vf_window_around(around), vf_from = vf_point - vf_around;                                \
    const int vf_to = vf_around < 0 ? vf_point : vf_point + vf_around;                                             \
    if (VF_TILE_LANES > 1 && vf_to - vf_from < VF_TILE_LANES - 1) {                                                \
      _Pragma("unroll") for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++)                                  \
          _Pragma("unroll 1") for (int vf_j = vf_from; vf_j <= vf_to; vf_j++) VF_IN_WINDOW(phase, vf_j + vf_lane); \
    } else {                                                                                                       \
      _Pragma("unroll") for (int vf_before = 0; vf_before < VF_TILE_LANES - 1; vf_before++)                        \
          _Pragma("unroll") for (int vf_lane = 0; vf_lane <= vf_before; vf_lane++)                                 \
              VF_IN_WINDOW(phase, vf_from + vf_before);                                                            \
      _Pragma("unroll 8") for (int vf_j = vf_from + VF_TILE_LANES - 1; vf_j <= vf_to; vf_j++)                      \
          _Pragma("unroll") for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++) VF_IN_WINDOW(phase, vf_j);   \
      _Pragma("unroll") for (int vf_behind = 1; vf_behind < VF_TILE_LANES; vf_behind++)                            \
          _Pragma("unroll") for (int vf_lane = vf_behind; vf_lane < VF_TILE_LANES; vf_lane++)                      \
              VF_IN_WINDOW(phase, vf_to + vf_behind);                                                              \
    }                                                                                                              \
  }
#define VF_IN_WINDOW(phase, j)        \
  VF_RUN_AT_POINT(vf_point + vf_lane, \
                  vf_window_##phase(vf_point + vf_lane, j, VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
#define VF_RUN_TILE_POINTS(phase)                                             \
  (void)vf_has_tile_##phase;                                                  \
  _Pragma("unroll") for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++) \
      VF_RUN_AT_POINT(vf_point + vf_lane,                                     \
                      vf_tile_##phase(vf_point + vf_lane, VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS) VF_LANE_GIVEN))

/* What points give goes to memory, for the lanes of the tree: values of a result one after the other from its own place. */
#undef VF_LANE_GIVEN
#undef VF_VALUES_PARAMETER
#undef VF_VALUES_PASS
#if VF_GIVES
#include <viewfab/kit/points/gpu_lanes.h>
#define VF_LANE_GIVEN , &vf_given_of[vf_lane]
#define VF_VALUES_PARAMETER , double *const vf_values, const int vf_first_value, const int vf_value_count
#define VF_VALUES_PASS , vf_values, vf_first_value, vf_value_count
#define VF_POINT_PUT(name, ...)                                                                           \
  vf_values[vf_index_##name * (size_t)vf_value_count + (unsigned)(vf_point + vf_lane - vf_first_value)] = \
      vf_given->best[vf_index_##name].value;
#else
#define VF_LANE_GIVEN
#define VF_VALUES_PARAMETER
#define VF_VALUES_PASS
#endif

template <int VF_TILE_LANES>
static __device__ __forceinline__ void
VF_TYPED(_tile_lanes_)(VF_TILE_BUNDLE bundle, VF_UNUSED const vf_tile_scratch &vf_scratch, const vf_box &vf_domain,
                       const int vf_n, const int vf_point VF_VALUES_PARAMETER)
{
  VF_TAKE_VALUES
  struct {
    VF_EACH_CARRIED(VF_CARRY_MEMBER)
    char none; /* where nothing is carried */
  } vf_carried;
  vf_carried.none = 0;
#pragma unroll
  for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++) {
    VF_EACH_CARRIED(VF_CARRY_START)
  }
#if VF_GIVES
  vf_lane vf_given_of[VF_TILE_LANES];
#pragma unroll
  for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++) {
    struct vf_lane *const vf_given = &vf_given_of[vf_lane];
    vf_given->round = 0;
    VF_RESULTS_OF(VF_POINT_GIVEN_START)
  }
#endif
  VF_PHASES(VF_PASS_OVER, VF_RUN_WINDOW, VF_RUN_TILE_POINTS)
#if VF_GIVES
#pragma unroll
  for (int vf_lane = 0; vf_lane < VF_TILE_LANES; vf_lane++) {
    const struct vf_lane *const vf_given = &vf_given_of[vf_lane];
    VF_RESULTS_OF(VF_POINT_PUT)
  }
#endif
  (void)vf_carried.none;
}

/* Tiles block, block + blocks, ... of so many points each, of the points of vf_line; components have so many tiles each,
 * from vf_first_n on. */
template <bool is_far>
static __device__ __forceinline__ void
VF_TYPED(_tiles_of_box_)(const vf_box vf_line, const vf_box vf_domain, const int vf_first_n, const int64_t tiles,
                         const int64_t count, const int vf_points, char *const far, const size_t room,
                         VF_UNUSED vf_bounds_record *const record, vf_bundle bundle VF_VALUES_PARAMETER VF_ORIGINS)
{
  extern __shared__ __align__(16) char vf_shared[];
  const vf_written_in_a_tile_phase vf_written = { 0 };
  VF_TAKE_ORIGINS
  VF_TAKE_VALUES(void) vf_written;
  for (int64_t vf_tile = blockIdx.x; vf_tile < count; vf_tile += gridDim.x) {
    const int64_t vf_component = count == tiles ? 0 : vf_tile / tiles;
    const int vf_n = vf_first_n + (int)vf_component;
    const int vf_first = vf_line.lower[0] + (int)((vf_tile - vf_component * tiles) * vf_points);
    const int vf_last = vf_line.upper[0] - vf_first < vf_points ? vf_line.upper[0] : vf_first + vf_points - 1;
    VF_UNUSED char *vf_pool = is_far ? far + blockIdx.x * room : vf_shared;
    vf_tile_scratch vf_scratch;
    vf_scratch.none = 0;
#ifdef VIEWFAB_BOUNDS
    VF_UNUSED int vf_number = 0;
    int vf_here = 0;
    vf_scratch.here = &vf_here;
    vf_scratch.record = record;
#endif
    VF_EACH_SCRATCH(VF_LAY_TILE)
    VF_PHASES(VF_RUN_HALO, VF_PASS_OVER, VF_PASS_OVER)
    for (int vf_point = vf_first + (int)threadIdx.x * VF_TILE_NEIGHBOURS; vf_point <= vf_last;
         vf_point += VF_TILE_THREADS * VF_TILE_NEIGHBOURS) {
      if (vf_last - vf_point >= VF_TILE_NEIGHBOURS - 1)
        VF_TYPED(_tile_lanes_)<VF_TILE_NEIGHBOURS>(bundle, vf_scratch, vf_domain, vf_n, vf_point VF_VALUES_PASS);
      else
        for (int vf_alone = vf_point; vf_alone <= vf_last; vf_alone++)
          VF_TYPED(_tile_lanes_)<1>(bundle, vf_scratch, vf_domain, vf_n, vf_alone VF_VALUES_PASS);
    }
    __syncthreads();
  }
}

template <bool is_far>
static __global__ void __launch_bounds__(VF_TILE_THREADS)
    VF_TYPED(_tiles_)(const vf_box line, const vf_box domain, const int first_n, const int64_t tiles,
                      const int64_t count, const int points, char *const far, const size_t room,
                      vf_bounds_record *const record, const vf_bundle bundle VF_VALUES_PARAMETER VF_ORIGINS)
{
  VF_NEXT_MAY_START
  VF_TYPED(_tiles_of_box_)<is_far>(line, domain, first_n, tiles, count, points, far, room, record,
                                   bundle VF_VALUES_PASS VF_ORIGIN_NAMES);
}

/* The same of box b of sets. */
template <bool is_far>
static __global__ void __launch_bounds__(VF_TILE_THREADS)
    VF_TYPED(_set_tiles_)(const vf_sets sets, const int b, const vf_box line, const vf_box domain, const int first_n,
                          const int64_t tiles, const int64_t count, const int points, char *const far,
                          const size_t room, vf_bounds_record *const record,
                          const vf_bundle arguments VF_VALUES_PARAMETER)
{
  VF_NEXT_MAY_START
  const vf_bundle bundle = vf_bundle_placed(arguments, sets, b);
  VF_TYPED(_tiles_of_box_)<is_far>(line, domain, first_n, tiles, count, points, far, room, record,
                                   bundle VF_VALUES_PASS VF_PASS_ORIGINS);
}

/* The lanes of a tile of the tree, of values that lie in memory; first: its number in the call. */
#if VF_GIVES
#define VF_LANE_TAKE(name, ...) \
  vf_give(vf_given, vf_result_##name, values[vf_index_##name * (size_t)value_count + (unsigned)value]);
static __global__ void __launch_bounds__(VF_REDUCTION_LANES)
    VF_TYPED(_tree_)(const double *const values, const int value_count, const int64_t done, vf_partial *const partials)
{
  __shared__ vf_tile_lanes lanes;
  const int lane = (int)threadIdx.x, t = (int)blockIdx.x;
  const int left = value_count - t * VF_REDUCTION_TILE;
  const int length = left < VF_REDUCTION_TILE ? left : (int)VF_REDUCTION_TILE;
  vf_lane given, *const vf_given = &given;
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
  vf_partial *row = partials + (done + t) * (vf_results_count + vf_count_of_placed);
  VF_RESULTS_OF(VF_GIVEN_REDUCE)
}
#endif

/* How a launch cuts lines. */
typedef struct vf_tile_plan {
  int points;
  size_t room; /* bytes of scratch */
  bool is_far;
  int64_t most_blocks;
  char *far;
} vf_tile_plan;

/* Tiles of one round of a block's threads, longer where halos are, if there are enough of them for all multiprocessors. */
static int VF_TYPED(_plan_tiles_)(const vf_launch *launch, const vf_bundle &bundle, const int64_t all_points,
                                  vf_tile_plan *plan)
{
  enum { ALWAYS_THERE = 48 * 1024 };
  const int64_t halo = vf_tile_halo(bundle);
  int device = 0, most_shared = 0;
  int64_t resident = 0;
  plan->points = VF_TILE_THREADS * VF_TILE_NEIGHBOURS;
  plan->most_blocks = INT32_MAX;
  plan->room = vf_tile_bytes(bundle, plan->points);
  plan->is_far = false;
  if (plan->room <= ALWAYS_THERE && 2 * halo <= plan->points) return 0;
  VF_GPU(Error_t) error = vf_resident_blocks(&resident);
  if (error == VF_GPU(Success)) error = VF_GPU(GetDevice)(&device);
  if (error == VF_GPU(Success)) error = VF_GPU(DeviceGetAttribute)(&most_shared, VF_GPU_MOST_SHARED, device);
  if (error != VF_GPU(Success)) return (int)error;
  while (plan->points < 2 * halo && all_points / (2 * plan->points) >= resident / 2 &&
         vf_tile_bytes(bundle, 2 * plan->points) <= ALWAYS_THERE)
    plan->points *= 2;
  plan->room = (vf_tile_bytes(bundle, plan->points) + 127) / 128 * 128;
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

/* The points of line, part of box b, of so many components. */
static int VF_TYPED(_launch_line_)(const vf_launch *launch, const vf_bundle &bundle, const vf_tile_plan &plan,
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
    run<<<blocks, VF_TILE_THREADS, shared, queue>>>(vf_sets_of(launch->sets), b, line, domain, first_n, tiles, count,
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
/* Values of this many points at once wait for the tree. */
enum { VF_VALUES_AT_ONCE = 256 * VF_REDUCTION_TILE };

static int VF_TYPED(_launch_box_)(const vf_launch *launch, const vf_bundle &bundle, const vf_tile_plan &plan,
                                  double *const vf_values, const int b, int64_t *done)
{
  static const bool early = vf_starts_early((const void *)VF_TYPED(_tree_));
  const vf_box &box = launch->boxes[b];
  for (int n = 0; n < launch->components; n++)
    for (int64_t first = box.lower[0]; first <= box.upper[0]; first += VF_VALUES_AT_ONCE) {
      const int64_t left = box.upper[0] - first + 1;
      const int vf_value_count = left < VF_VALUES_AT_ONCE ? (int)left : (int)VF_VALUES_AT_ONCE;
      const int vf_first_value = (int)first;
      vf_box line = box;
      line.lower[0] = vf_first_value;
      line.upper[0] = vf_first_value + vf_value_count - 1;
      const int error = VF_TYPED(_launch_line_)(launch, bundle, plan, b, line, n, 1 VF_VALUES_PASS);
      if (error) return error;
      const int64_t tiles = vf_reduction_tiles(vf_value_count);
      const VF_GPU(Error_t) of_tree =
          vf_launch_early(early, VF_TYPED(_tree_), dim3((unsigned)tiles), VF_REDUCTION_LANES,
                          (VF_GPU(Stream_t))launch->queue, vf_values, vf_value_count, *done, launch->partials);
      if (of_tree != VF_GPU(Success)) return (int)of_tree;
      *done += tiles;
    }
  return 0;
}
#else
static int VF_TYPED(_launch_box_)(const vf_launch *launch, const vf_bundle &bundle, const vf_tile_plan &plan, double *,
                                  const int b, int64_t *)
{
  return VF_TYPED(_launch_line_)(launch, bundle, plan, b, launch->boxes[b], 0, launch->components);
}
#endif

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  int64_t all_points = 0, longest = 0, done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const int64_t length = (int64_t)launch->boxes[b].upper[0] - launch->boxes[b].lower[0] + 1;
    if (length > longest) longest = length;
    if (length > 0) all_points += length * launch->components;
  }
  if (!vf_tiles_have_indices(launch, bundle)) return VF_LAUNCH_TOO_WIDE;
  vf_tile_plan plan;
  int error = VF_TYPED(_plan_tiles_)(launch, bundle, all_points, &plan);
  if (error) return error;
  size_t of_values = 0;
#if VF_GIVES
  const int64_t at_once = longest < VF_VALUES_AT_ONCE ? longest : (int64_t)VF_VALUES_AT_ONCE;
  of_values = (size_t)at_once * vf_results_count * sizeof(double);
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
