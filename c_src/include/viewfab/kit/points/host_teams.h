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
    for (int vf_row = 0; vf_row < (VF_SIDE); vf_row++) {                        \
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

static void VF_TYPED(_host_team_)(vf_bundle bundle, const int nlev, const int kidia, const int kfdia,
                                  VF_UNUSED const int species, VF_UNUSED char *vf_pool VF_ORIGINS)
{
  VF_UNUSED const int vf_points = kfdia - kidia + 1, vf_levels = nlev, vf_top = 1;
  VF_TAKE_ORIGINS
  VF_TAKE_VALUES
  VF_TAKE_GUARDS
  VF_EACH_SCRATCH(VF_LAY_SCRATCH)
  VF_TAKE_SHADOWS
  VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
}

/* Teams begin .. end - 1 of a box: a block and a species each, species by species of a block. */
static void VF_TYPED(_host_teams_)(const vf_launch *launch, const vf_bundle arguments, const vf_box *box, int64_t begin,
                                   int64_t end, char *pool)
{
  for (int64_t team = begin; team < end; team++) {
    const int vf_block = box->lower[1] + (int)(team / launch->components),
              vf_species = (int)(team % launch->components);
    vf_bundle bundle = arguments;
    VF_TAKE_BLOCK
    VF_TYPED(_host_team_)
    (bundle, launch->levels, box->lower[0], box->upper[0], vf_species + 1, pool VF_PASS_ORIGINS);
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
    const int64_t teams = ((int64_t)box->upper[1] - box->lower[1] + 1) * launch->components;
    if (teams * ((int64_t)box->upper[0] - box->lower[0] + 1) * launch->levels < VF_PARALLEL_POINTS) {
      VF_TYPED(_host_teams_)(launch, bundle, box, 0, teams, pool);
      continue;
    }
#pragma omp parallel for schedule(static)
    for (int thread = 0; thread < most; thread++) VF_TYPED(_host_teams_)
    (launch, bundle, box, teams * thread / most, teams * (thread + 1) / most, pool + room * (size_t)thread);
  }
  return 0;
}
