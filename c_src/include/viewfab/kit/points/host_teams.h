/* Included by host.h: teams. A thread has a block and runs its phases one after the other, with the points as the inner
 * loop. */
#ifdef VIEWFAB_BOUNDS
#include <viewfab/kit/shadows_of_block.h>
#else
#define VF_TAKE_SHADOWS
#define VF_SHADOW_BYTES(points, levels) 0
#endif

#define VF_RUN_POINTS(...) VF_POINTS_RANGE(VF_RUN_POINTS_IN, __VA_ARGS__)
#define VF_RUN_POINTS_IN(phase, top, bottom)                                       \
  VF_NEXT_PHASE                                                                    \
  for (int k = (top); k <= (bottom); k++) {                                        \
    VF_RUN_ROWS(phase)                                                             \
    VF_SIMD for (int i = kidia; i <= kfdia; i++)                                   \
        VF_RUN_BODY(POINTS, #phase, i, k, vf_points_##phase(i, k, VF_COLUMN_PASS)) \
  }
/* An element of VF_SIDE x VF_SIDE points: a row at a time, with the place in the row a constant, so that derivatives along
 * rows and across them are vectorised. */
#if defined(VF_SIDE) && !defined(VIEWFAB_BOUNDS)
#define VF_RUN_ROWS(phase)                                                      \
  if (kidia == 1 && kfdia == (VF_SIDE) * (VF_SIDE)) {                           \
    _Pragma("GCC unroll 16") for (int vf_row = 0; vf_row < (VF_SIDE); vf_row++) \
    {                                                                           \
      _Pragma("GCC unroll 16") for (int vf_at = 1; vf_at <= (VF_SIDE); vf_at++) \
          vf_points_##phase((VF_SIDE)*vf_row + vf_at, k, VF_COLUMN_PASS);       \
    }                                                                           \
    continue;                                                                   \
  }
#else
#define VF_RUN_ROWS(phase)
#endif
#define VF_RUN_LEVELS(phase) \
  VF_NEXT_PHASE              \
  for (int k = 1; k <= nlev; k++) VF_RUN_BODY(LEVELS, #phase, 0, k, vf_levels_##phase(k, VF_COLUMN_PASS))
#define VF_RUN_COLUMNS(phase) \
  VF_NEXT_PHASE               \
  for (int i = kidia; i <= kfdia; i++) VF_RUN_BODY(COLUMNS, #phase, i, 0, vf_columns_##phase(i, VF_COLUMN_PASS))

/* A sweep as a phase: what is carried begins anew. */
#define VF_RUN_SWEEP(sweep, name)                                                                \
  {                                                                                              \
    VF_SIMD for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++)                                 \
        VF_RUN_BODY(OF_COLUMN, name, vf_first + vf_lane, k,                                      \
                    sweep(vf_first + vf_lane, k, VF_COLUMN_PASS VF_EACH_CARRIED(VF_CARRY_PASS))) \
  }
#define VF_IN_LANES(...)                                                                    \
  VF_NEXT_PHASE                                                                             \
  for (int vf_first = kidia; vf_first <= kfdia; vf_first += VF_LANES) {                     \
    const int vf_lanes = kfdia - vf_first + 1 < VF_LANES ? kfdia - vf_first + 1 : VF_LANES; \
    vf_carried_values vf_carried;                                                           \
    vf_carried.none = 0;                                                                    \
    for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) {                                  \
      (void)vf_lane;                                                                        \
      VF_EACH_CARRIED(VF_CARRY_START)                                                       \
    }                                                                                       \
    __VA_ARGS__(void) vf_carried.none;                                                      \
  }
#define VF_RUN_DOWN(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_DOWN(sweep, top, bottom))
#define VF_RUN_UP(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_UP(sweep, top, bottom))

/* A block, for so many species from the one that the bundle has. Functions of their own, and not inline ones, so that arrays
 * and scratch are distinct for the compiler. */
#define VF_HOST_TEAM static __attribute__((noinline)) void
#if VF_HAS_BLOCK_PHASES
#define VF_RUN_BLOCK_PHASES                                                               \
  {                                                                                       \
    VF_UNUSED const int species = 0;                                                      \
    VF_BLOCK_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP) \
  }
#else
#define VF_RUN_BLOCK_PHASES
#endif
#define VF_RUN_TEAM(lay)                                                            \
  VF_UNUSED const int vf_points = kfdia - kidia + 1, vf_levels = nlev, vf_top = 1;  \
  VF_TAKE_VALUES                                                                    \
  VF_TAKE_GUARDS                                                                    \
  VF_EACH_SCRATCH(lay)                                                              \
  VF_TAKE_SHADOWS                                                                   \
  VF_RUN_BLOCK_PHASES                                                               \
  for (int vf_done = 0; vf_done < species_count; vf_done++) {                       \
    VF_UNUSED const int species = first_species + vf_done;                          \
    VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP) \
    VF_TAKE_NEXT_SPECIES                                                            \
  }
VF_HOST_TEAM VF_TYPED(_host_team_)(vf_bundle bundle, const int nlev, const int kidia, const int kfdia,
                                   VF_UNUSED const int block, const int first_species, const int species_count,
                                   VF_UNUSED char *vf_pool VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  VF_RUN_TEAM(VF_LAY_SCRATCH)
}

/* The same of a whole element whose arrays are in one piece: all numbers of points and strides are constants. */
#if defined(VF_SIDE) && !defined(VIEWFAB_BOUNDS)
#define VF_OF_PIECE(X, name, map)    \
  VF_CAT(VF_PIECE_, VF_INDICES(map)) \
  (X, bundle.name, (VF_SIDE) * (VF_SIDE), shape_##name)
#define VF_PIECE_SHAPE(name, map) VF_UNUSED const vf_column_shape shape_##name = ((vf_map)VF_MAP(map)).column;
#define VF_PIECE_FIT(type, name, map, ...) VF_PIECE_SHAPE(name, map) VF_OF_PIECE(VF_PIECE_FITS, name, map)
#define VF_PIECE_FIX(type, name, map, ...) VF_PIECE_SHAPE(name, map) VF_OF_PIECE(VF_PIECE_IS, name, map)
#define VF_PIECE_FITS(stride, value) fits = fits && (stride) == (value);
#define VF_PIECE_IS(stride, value) stride = value;
#define VF_PIECE_NONE(...)
static bool VF_TYPED(_host_fits_)(const vf_bundle bundle)
{
  bool fits = true;
  VF_ARGUMENTS(VF_PIECE_FIT, VF_PIECE_FIT, VF_PIECE_FIT, VF_PIECE_NONE)
  return fits;
}

#define VF_SCRATCH_BEGIN(type, name, ...) , VF_LISTED_ELEMENT(type) *__restrict__ name##_begin
#define VF_LAY_DISTINCT(type, name, axes, text)                               \
  VF_CAT(VF_CAT(vf_scratch_, VF_LISTED_ELEMENT(type)), VF_CAT(_, axes)) name; \
  VF_LAY_##axes(name, name##_begin);
VF_HOST_TEAM VF_TYPED(_host_distinct_)(vf_bundle bundle, const int nlev, VF_UNUSED const int block,
                                       const int first_species,
                                       const int species_count VF_EACH_SCRATCH(VF_SCRATCH_BEGIN) VF_ORIGINS)
{
  enum { kidia = 1, kfdia = (VF_SIDE) * (VF_SIDE) };
  VF_TAKE_ORIGINS
  VF_ARGUMENTS(VF_PIECE_FIX, VF_PIECE_FIX, VF_PIECE_FIX, VF_PIECE_NONE)
  VF_RUN_TEAM(VF_LAY_DISTINCT)
}
#define VF_SCRATCH_AS(type, name, ...) , name##_begin
#define VF_SCRATCH_CUT(type, name, axes, text)                                      \
  VF_LISTED_ELEMENT(type) *const name##_begin = (VF_LISTED_ELEMENT(type) *)vf_pool; \
  vf_pool += VF_SCRATCH_ROOM(VF_SCRATCH_COUNT_##axes, type);
static void VF_TYPED(_host_element_)(vf_bundle bundle, const int nlev, const int block, const int first_species,
                                     const int species_count, VF_UNUSED char *vf_pool VF_ORIGINS)
{
  VF_UNUSED const int vf_points = (VF_SIDE) * (VF_SIDE), vf_levels = nlev;
  VF_EACH_SCRATCH(VF_SCRATCH_CUT)
  VF_TYPED(_host_distinct_)
  (bundle, nlev, block, first_species, species_count VF_EACH_SCRATCH(VF_SCRATCH_AS) VF_ORIGIN_NAMES);
}
#endif

/* Species that a team has: all of a block where its phases come first, if there are blocks for all threads; else one. Checks
 * of bounds know of one. */
#if VF_HAS_BLOCK_PHASES && !defined(VIEWFAB_BOUNDS)
static inline int vf_species_of_team(int species, int64_t blocks, int threads)
{
  const int64_t teams = threads / (blocks ? blocks : 1) + 1; /* of a block */
  return blocks >= threads ? species : (int)((species + teams - 1) / teams);
}
#else
static inline int vf_species_of_team(int species, int64_t blocks, int threads)
{
  (void)species;
  (void)blocks;
  (void)threads;
  return 1;
}
#endif

/* Teams begin .. end - 1 of a box: a block and some species each, of which a block has so many parts. */
static void VF_TYPED(_host_teams_)(const vf_launch *launch, const vf_bundle arguments, const vf_box *box, int64_t begin,
                                   int64_t end, const int together, char *pool)
{
  const int parts = (launch->components + together - 1) / together;
#if defined(VF_SIDE) && !defined(VIEWFAB_BOUNDS)
  const bool is_element =
      box->lower[0] == 1 && box->upper[0] == (VF_SIDE) * (VF_SIDE) && VF_TYPED(_host_fits_)(arguments);
#endif
  for (int64_t team = begin; team < end; team++) {
    const int vf_block = box->lower[1] + (int)(team / parts), vf_species = (int)(team % parts) * together;
    const int left = launch->components - vf_species;
    vf_bundle bundle = arguments;
    VF_TAKE_BLOCK
#if defined(VF_SIDE) && !defined(VIEWFAB_BOUNDS)
    if (is_element) {
      VF_TYPED(_host_element_)
      (bundle, launch->levels, vf_block, vf_species + 1, left < together ? left : together, pool VF_PASS_ORIGINS);
      continue;
    }
#endif
    VF_TYPED(_host_team_)
    (bundle, launch->levels, box->lower[0], box->upper[0], vf_block, vf_species + 1, left < together ? left : together,
     pool VF_PASS_ORIGINS);
  }
}

int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  const int most = vf_thread_count();
  size_t room = 0;
  for (int b = 0; b < launch->box_count; b++) {
    const int points = launch->boxes[b].upper[0] - launch->boxes[b].lower[0] + 1;
    const size_t bytes = vf_scratch_bytes(points, launch->levels) + VF_SHADOW_BYTES(points, launch->levels);
    if (bytes > room) room = bytes;
  }
  room = (room + 127) / 128 * 128;
  char *pool = room ? (char *)launch->borrow(launch->lender, room * (size_t)most) : NULL;
  if (room && !pool) return VF_LAUNCH_NO_MEMORY;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t blocks = (int64_t)box->upper[1] - box->lower[1] + 1;
    const int64_t points = ((int64_t)box->upper[0] - box->lower[0] + 1) * blocks * launch->components;
    const bool alone = points * launch->levels < VF_PARALLEL_POINTS;
    const int together = vf_species_of_team(launch->components, blocks, alone ? 1 : most);
    const int64_t teams = blocks * ((launch->components + together - 1) / together);
    if (alone) {
      VF_TYPED(_host_teams_)(launch, bundle, box, 0, teams, together, pool);
      continue;
    }
#pragma omp parallel for schedule(static)
    for (int thread = 0; thread < most; thread++) VF_TYPED(_host_teams_)
    (launch, bundle, box, teams * thread / most, teams * (thread + 1) / most, together, pool + room * (size_t)thread);
  }
  return 0;
}
