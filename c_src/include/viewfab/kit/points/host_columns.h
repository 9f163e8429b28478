/* Included by host.h: columns of blocks. Levels are the outer loop, columns the lanes of the inner one, and threads take
 * parts of blocks. */

/* One level of neighbouring columns; in a group that is repeated, of those that take part. */
#define VF_RUN_LANE(sweep, name)                  \
  VF_RUN_BODY(SWEEP, name, vf_first + vf_lane, k, \
              sweep(vf_first + vf_lane, k, VF_COLUMN_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
#define VF_RUN_LANES(sweep, name) VF_SIMD for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) VF_RUN_LANE(sweep, name)
#if VF_HAS_REPEATS
#define VF_RUN_SWEEP(sweep, name)                            \
  {                                                          \
    if (vf_taking_part == vf_lanes) {                        \
      VF_RUN_LANES(sweep, name)                              \
    } else {                                                 \
      for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) { \
        if (!vf_takes_part[vf_lane]) continue;               \
        VF_RUN_LANE(sweep, name)                             \
      }                                                      \
    }                                                        \
  }
#define VF_TAKE_PART(goes_on)                                         \
  vf_taking_part = 0;                                                 \
  for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) {              \
    vf_takes_part[vf_lane] = VF_GOES_ON(vf_carried.goes_on[vf_lane]); \
    vf_taking_part += vf_takes_part[vf_lane];                         \
  }
#define VF_TAKE_ALL vf_taking_part = vf_lanes;
#define VF_SWEEP_DOWN_AGAIN(sweep, ...) VF_REPEATED(sweep, VF_SWEEP_DOWN(sweep, __VA_ARGS__))
#define VF_SWEEP_UP_AGAIN(sweep, ...) VF_REPEATED(sweep, VF_SWEEP_UP(sweep, __VA_ARGS__))
#else
#define VF_RUN_SWEEP(sweep, name) \
  {                               \
    VF_RUN_LANES(sweep, name)     \
  }
#endif

/* Neighbouring columns that are swept together. */
static void VF_TYPED(_host_lanes_)(vf_bundle bundle, const int vf_first, const int vf_lanes, const int nlev,
                                   VF_UNUSED const int kidia, VF_UNUSED const int kfdia, VF_UNUSED const int block,
                                   VF_UNUSED const int species, VF_UNUSED char *vf_pool VF_ORIGINS)
{
  VF_TAKE_ORIGINS
  VF_TAKE_VALUES
  VF_TAKE_GUARDS
  VF_UNUSED const int vf_levels = nlev;
  VF_UNUSED const ptrdiff_t vf_apart = VF_LANES;
  VF_EACH_TEMPORARY(VF_LAY_TEMPORARY)
  vf_carried_values vf_carried;
  vf_carried.none = 0;
  for (int vf_lane = 0; vf_lane < vf_lanes; vf_lane++) {
    (void)vf_lane;
    VF_EACH_CARRIED(VF_CARRY_START)
  }
#if VF_HAS_REPEATS
  bool vf_takes_part[VF_LANES];
  int vf_taking_part = vf_lanes;
  VF_NUMBER_SWEEPS
  VF_REPEATED_SWEEPS(VF_SWEEP_DOWN_AGAIN, VF_SWEEP_UP_AGAIN)
#else
  VF_SWEEPS(VF_SWEEP_DOWN, VF_SWEEP_UP)
#endif
  (void)vf_carried.none;
}

/* Parts begin .. end - 1 of box b: a part is up to VF_LANES columns of a block, for one species. A body sees the points of
 * the call. */
static void VF_TYPED(_host_parts_)(const vf_launch *launch, const vf_bundle arguments, const int b, int64_t begin,
                                   int64_t end, char *pool)
{
  const vf_box *box = &launch->boxes[b], *domain = launch->domains ? &launch->domains[b] : box;
  const int last = box->upper[0];
  const int64_t parts = ((int64_t)last - box->lower[0]) / VF_LANES + 1;
  const int64_t blocks = (int64_t)box->upper[1] - box->lower[1] + 1;
  for (int64_t part = begin; part < end; part++) {
    const int first = box->lower[0] + (int)(part % parts) * VF_LANES;
    const int vf_block = box->lower[1] + (int)(part / parts % blocks), vf_species = (int)(part / parts / blocks);
    vf_bundle bundle = arguments;
    VF_TAKE_BLOCK
    VF_TYPED(_host_lanes_)
    (bundle, first, last - first + 1 < VF_LANES ? last - first + 1 : VF_LANES, launch->levels, domain->lower[0],
     domain->upper[0], vf_block, vf_species + 1, pool VF_PASS_ORIGINS);
  }
}

int VF_TYPED(_host_)(const vf_launch *launch);
int VF_TYPED(_host_)(const vf_launch *launch)
{
  const vf_bundle bundle = vf_bundle_of(launch);
  const int most = vf_thread_count();
  const size_t room = vf_temporary_bytes(launch->levels);
  char *pool = room ? (char *)launch->borrow(launch->lender, room * (size_t)most) : NULL;
  if (room && !pool) return VF_LAUNCH_NO_MEMORY;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int64_t points = (int64_t)box->upper[0] - box->lower[0] + 1;
    const int64_t blocks = (int64_t)box->upper[1] - box->lower[1] + 1;
    const int64_t parts = ((points - 1) / VF_LANES + 1) * blocks * launch->components;
    if (points * blocks * launch->components * launch->levels < VF_PARALLEL_POINTS) {
      VF_TYPED(_host_parts_)(launch, bundle, b, 0, parts, pool);
      continue;
    }
#pragma omp parallel for schedule(static)
    for (int thread = 0; thread < most; thread++) VF_TYPED(_host_parts_)
    (launch, bundle, b, parts * thread / most, parts * (thread + 1) / most, pool + room * (size_t)thread);
  }
  return 0;
}
