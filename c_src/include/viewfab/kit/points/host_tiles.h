/* Included by host.h: tiles of a line. A thread fills the scratch of a tile, and goes through its points with as many of them
 * side by side as make a few vectors. */
enum { VF_TILE_LANES = 32, VF_TILE_POINTS = 1024, VF_MOST_TILE_POINTS = 65536 };

#define VF_RUN_HALO(phase, around)                                \
  (void)vf_has_halo_##phase;                                      \
  {                                                               \
    const int vf_from = vf_halo_from(vf_first, around);           \
    const int vf_to = vf_halo_to(vf_last, around);                \
    VF_TILE_SIMD for (int vf_j = vf_from; vf_j <= vf_to; vf_j++)  \
        VF_RUN_IN_HALO(vf_j, vf_halo_##phase(vf_j, VF_HALO_PASS)) \
  }
#define VF_RUN_WINDOW(phase, around)                                                                              \
  (void)vf_has_window_##phase;                                                                                    \
  for (int vf_end = vf_window_around(around), vf_offset = -vf_end; vf_offset <= vf_end; vf_offset++) {            \
    VF_TILE_SIMD for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++)                                             \
        VF_RUN_AT_POINT(vf_first + vf_lane, vf_window_##phase(vf_first + vf_lane, vf_first + vf_lane + vf_offset, \
                                                              VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))       \
  }
#if VF_GIVES
#include <viewfab/kit/points/host_lanes.h>
#define VF_LANE_GIVEN , &vf_given_of[vf_lane]
#define VF_LANES_GIVEN , vf_lane *const vf_given_of
#define VF_LANES_PASS , vf_given_of
#define VF_SIMD_OF_POINTS
#else
#define VF_LANE_GIVEN
#define VF_LANES_GIVEN
#define VF_LANES_PASS
#define VF_SIMD_OF_POINTS VF_TILE_SIMD
#endif
#define VF_RUN_TILE_POINTS(phase)                                        \
  (void)vf_has_tile_##phase;                                             \
  VF_SIMD_OF_POINTS for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) \
      VF_RUN_AT_POINT(vf_first + vf_lane,                                \
                      vf_tile_##phase(vf_first + vf_lane, VF_TILE_PASS VF_EACH_CARRIED(VF_CARRY_PASS) VF_LANE_GIVEN))

/* Points side by side; each is by itself, so that it does not matter how many. */
VF_INLINE void VF_TYPED(_tile_lanes_)(vf_bundle bundle, VF_UNUSED const vf_tile_scratch vf_scratch,
                                      const vf_box vf_domain, const int vf_n, const int vf_first,
                                      const int vf_lanes VF_LANES_GIVEN)
{
  VF_TAKE_VALUES
  struct {
    VF_EACH_CARRIED(VF_CARRY_MEMBER)
    char none; /* where nothing is carried */
  } vf_carried;
  vf_carried.none = 0;
  for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) {
    (void)vf_lane;
    VF_EACH_CARRIED(VF_CARRY_START)
  }
  VF_PHASES(VF_PASS_OVER, VF_RUN_WINDOW, VF_RUN_TILE_POINTS)
  (void)vf_carried.none;
}

/* The halo phases of a tile: a function, so that its arrays are distinct for the compiler. */
static void VF_TYPED(_fill_tile_)(vf_bundle bundle, const vf_tile_scratch vf_scratch, const vf_box vf_domain,
                                  const int vf_n, const int vf_first, const int vf_last VF_ORIGINS)
{
  static const vf_written_in_a_tile_phase vf_written;
  VF_TAKE_ORIGINS
  VF_TAKE_VALUES(void) vf_written;
  (void)vf_scratch;
  VF_PHASES(VF_RUN_HALO, VF_PASS_OVER, VF_PASS_OVER)
}

/* As many as there are for the compiler to count, whose carried values then stay in registers, and the last ones. */
static void VF_TYPED(_full_lanes_)(vf_bundle bundle, const vf_tile_scratch vf_scratch, const vf_box vf_domain,
                                   const int vf_n, const int vf_first VF_LANES_GIVEN VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  VF_TYPED(_tile_lanes_)(bundle, vf_scratch, vf_domain, vf_n, vf_first, VF_TILE_LANES VF_LANES_PASS);
}
static void VF_TYPED(_last_lanes_)(vf_bundle bundle, const vf_tile_scratch vf_scratch, const vf_box vf_domain,
                                   const int vf_n, const int vf_first, const int vf_lanes VF_LANES_GIVEN VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  VF_TYPED(_tile_lanes_)(bundle, vf_scratch, vf_domain, vf_n, vf_first, vf_lanes VF_LANES_PASS);
}

static vf_tile_scratch VF_TYPED(_lay_tile_)(VF_UNUSED const vf_bundle bundle, VF_UNUSED const int vf_first,
                                            VF_UNUSED const int vf_points, VF_UNUSED char *vf_pool,
                                            VF_UNUSED int *vf_here, VF_UNUSED vf_bounds_record *vf_record)
{
  VF_TAKE_VALUES
  vf_tile_scratch vf_scratch;
  vf_scratch.none = 0;
#ifdef VIEWFAB_BOUNDS
  VF_UNUSED int vf_number = 0;
  vf_scratch.here = vf_here;
  vf_scratch.record = vf_record;
#endif
  VF_EACH_SCRATCH(VF_LAY_TILE)
  return vf_scratch;
}

/* Adds what some points gave to their lanes, point after point. */
#if VF_GIVES
#define VF_POINT_PUT(name, ...)                                                                \
  {                                                                                            \
    const double value = vf_given_of[x].best[vf_index_##name].value;                           \
    double *const of_lane = &lanes.value[vf_index_##name][lane + x];                           \
    *of_lane = VF_IS_PLACED_RESULT(vf_result_##name)                                           \
                   ? value                                                                     \
                   : vf_reduction_combine(VF_REDUCTION_OF(vf_result_##name), *of_lane, value); \
  }
#define VF_TILE_GIVEN , const int64_t tile, vf_partial *const row
#else
#define VF_TILE_GIVEN
#endif

/* Points first .. last of component n. */
static void VF_TYPED(_run_tile_)(const vf_bundle bundle, const vf_box domain, const int n, const int first,
                                 const int last, char *pool, vf_bounds_record *record VF_TILE_GIVEN)
{
  int here = first;
  const vf_tile_scratch scratch = VF_TYPED(_lay_tile_)(bundle, first, last - first + 1, pool, &here, record);
  VF_TYPED(_fill_tile_)(bundle, scratch, domain, n, first, last VF_PASS_ORIGINS);
#if VF_GIVES
  vf_lane vf_given_of[VF_TILE_LANES];
  vf_lanes lanes;
  VF_UNUSED vf_extremum best[vf_results_count];
  VF_RESULTS_OF(VF_LANE_START)
#endif
  for (int cell = first; cell <= last; cell += VF_TILE_LANES) {
    const int count = last - cell + 1 < VF_TILE_LANES ? last - cell + 1 : VF_TILE_LANES;
#if VF_GIVES
    for (int x = 0; x < count; x++) {
      vf_lane *const vf_given = &vf_given_of[x];
      vf_given->round = 0;
      VF_RESULTS_OF(VF_POINT_GIVEN_START)
    }
#endif
    if (count == VF_TILE_LANES) VF_TYPED(_full_lanes_)(bundle, scratch, domain, n, cell VF_LANES_PASS VF_PASS_ORIGINS);
    else VF_TYPED(_last_lanes_)(bundle, scratch, domain, n, cell, count VF_LANES_PASS VF_PASS_ORIGINS);
#if VF_GIVES
    const int lane = (cell - first) % VF_REDUCTION_LANES, part = 0, end = count;
    (void)part;
    (void)end;
    for (int x = 0; x < count; x++) {
      VF_RESULTS_OF(VF_POINT_PUT)
    }
    VF_RESULTS_OF(VF_LANE_FIRST)
#endif
  }
#if VF_GIVES
  VF_RESULTS_OF(VF_LANE_REDUCE)
  (void)tile;
#endif
}

/* Points of a tile: those of the tree where points give results. */
static int VF_TYPED(_tile_points_)(VF_UNUSED const vf_bundle bundle)
{
  int points = VF_GIVES ? (int)VF_REDUCTION_TILE : (int)VF_TILE_POINTS;
  while (!VF_GIVES && points < VF_MOST_TILE_POINTS && points < 2 * (int64_t)vf_tile_halo(bundle)) points *= 2;
  return points;
}

/* How a box is cut. */
typedef struct vf_tiles_of_box {
  vf_box box, domain;
  int64_t of_component, count, done; /* done: tiles of the boxes before */
  int points;
} vf_tiles_of_box;

static vf_tiles_of_box VF_TYPED(_tiles_of_)(const vf_launch *launch, const int points, const int b, const int64_t done)
{
  vf_tiles_of_box tiles;
  tiles.box = launch->boxes[b];
  tiles.domain = launch->domains ? launch->domains[b] : tiles.box;
  tiles.points = points;
  tiles.of_component = 0;
  if (vf_has_points(&tiles.box)) tiles.of_component = ((int64_t)tiles.box.upper[0] - tiles.box.lower[0]) / points + 1;
  tiles.count = tiles.of_component * launch->components;
  tiles.done = done;
  return tiles;
}

/* Tiles begin .. end - 1 of a box, component by component. */
static void VF_TYPED(_some_tiles_)(VF_UNUSED const vf_launch *launch, const vf_bundle bundle,
                                   const vf_tiles_of_box *tiles, int64_t begin, int64_t end, char *pool)
{
  for (int64_t t = begin; t < end; t++) {
    const int64_t first = tiles->box.lower[0] + t % tiles->of_component * tiles->points;
    const int64_t behind = first + tiles->points - 1;
    const int last = behind < tiles->box.upper[0] ? (int)behind : tiles->box.upper[0];
    VF_TYPED(_run_tile_)
    (bundle, tiles->domain, (int)(t / tiles->of_component), (int)first, last, pool, launch->bounds
#if VF_GIVES
     ,
     tiles->done + t, launch->partials + (tiles->done + t) * (vf_results_count + vf_count_of_placed)
#endif
    );
  }
}

/* All tiles of a box, of which each takes so many steps a point; pool: room for each thread. */
static void VF_TYPED(_box_tiles_)(const vf_launch *launch, const vf_bundle bundle, const vf_tiles_of_box *tiles,
                                  const int64_t steps, char *pool, const size_t room)
{
  const int most = vf_thread_count();
  const int64_t points = (int64_t)tiles->box.upper[0] - tiles->box.lower[0] + 1;
  if (tiles->count < 2 || points * launch->components * steps < VF_PARALLEL_POINTS) {
    VF_TYPED(_some_tiles_)(launch, bundle, tiles, 0, tiles->count, pool);
    return;
  }
#pragma omp parallel for schedule(static)
  for (int thread = 0; thread < most; thread++) VF_TYPED(_some_tiles_)
  (launch, bundle, tiles, tiles->count * thread / most, tiles->count * (thread + 1) / most,
   pool + room * (size_t)thread);
}

int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  if (!vf_tiles_have_indices(launch, bundle)) return VF_LAUNCH_TOO_WIDE;
  const int points = VF_TYPED(_tile_points_)(bundle);
  const size_t room = (vf_tile_bytes(bundle, points) + 127) / 128 * 128;
  char *pool = room ? (char *)launch->borrow(launch->lender, room * (size_t)vf_thread_count()) : NULL;
  if (room && !pool) return VF_LAUNCH_NO_MEMORY;
  int64_t done = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_tiles_of_box tiles = VF_TYPED(_tiles_of_)(launch, points, b, done);
    const int64_t steps = 1 + 2 * (int64_t)vf_tile_halo(bundle);
    if (launch->sets) {
      const vf_bundle placed = vf_bundle_placed(bundle, vf_sets_of(launch->sets), b);
      VF_TYPED(_box_tiles_)(launch, placed, &tiles, steps, pool, room);
    } else {
      VF_TYPED(_box_tiles_)(launch, bundle, &tiles, steps, pool, room);
    }
    done += tiles.count;
  }
  return 0;
}
