/* Included by gpu.h: teams. A block of threads has a block of columns for one species. Its scratch is in shared memory.
 * If the device has too little, the scratch is in device memory, with a room for each team that runs at the same
 * time. */
#ifndef VF_TEAM_THREADS
#define VF_TEAM_THREADS 128
#endif

/* The limit of registers a thread. NVIDIA: from the number of threads that a multiprocessor has room for; this number
 * is higher if single threads have a level each, while the others of their team wait. AMD: from the waves of a SIMD
 * unit, because its 64 KB of scratch leave room for few waves. */
#if defined(__HIP_PLATFORM_AMD__)
#define VF_TEAMS_TOGETHER 2
#else
#define VF_TEAMS_TOGETHER (((VF_LEVELS_PHASES ? 1024 : 768) + VF_TEAM_THREADS - 1) / VF_TEAM_THREADS)
#endif

/* Points of a level are neighbouring threads; as many levels run at once as there are threads for. A thread keeps its
 * point from level to level, so data of the point alone is read and computed once. */
#define VF_RUN_POINTS(...) VF_POINTS_RANGE(VF_RUN_POINTS_IN, __VA_ARGS__)
#define VF_RUN_POINTS_IN(phase, top, bottom)                                          \
  if (vfi_row < vfi_rows)                                                             \
    for (int i = kidia + vfi_across; i <= kfdia; i += vfi_wide)                       \
      _Pragma("unroll 2") for (int k = (top) + vfi_row; k <= (bottom); k += vfi_rows) \
          VF_RUN_BODY(POINTS, #phase, i, k, vfi_points_##phase(i, k, VF_COLUMN_PASS)) __syncthreads();
#define VF_RUN_LEVELS(phase)                                                               \
  for (int k = vfi_top + (int)threadIdx.x; k < vfi_top + vfi_levels; k += VF_TEAM_THREADS) \
    VF_RUN_BODY(LEVELS, #phase, 0, k, vfi_levels_##phase(k, VF_COLUMN_PASS))               \
  __syncthreads();
#define VF_RUN_COLUMNS(phase)                                                  \
  for (int i = kidia + (int)threadIdx.x; i <= kfdia; i += VF_TEAM_THREADS)     \
    VF_RUN_BODY(COLUMNS, #phase, i, 0, vfi_columns_##phase(i, VF_COLUMN_PASS)) \
  __syncthreads();
#define VF_RUN_SWEEP(sweep, name) \
  VF_RUN_BODY(OF_COLUMN, name, vfi_i, k, sweep(vfi_i, k, VF_COLUMN_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
#define VF_IN_LANES(...)                                                                 \
  for (int vfi_i = kidia + (int)threadIdx.x; vfi_i <= kfdia; vfi_i += VF_TEAM_THREADS) { \
    enum { vfi_lane = 0 };                                                               \
    vfi_carried_values vfi_carried;                                                      \
    vfi_carried.none = 0;                                                                \
    VF_EACH_CARRIED(VF_CARRY_START)                                                      \
    __VA_ARGS__(void) vfi_carried.none;                                                  \
  }                                                                                      \
  __syncthreads();
#define VF_RUN_DOWN(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_DOWN(sweep, top, bottom))
#define VF_RUN_UP(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_UP(sweep, top, bottom))

/* 1 in a file with independent levels: each level goes through all phases by itself, and a team has a part of the
 * levels. */
#define VF_LEVELS_APART VF_IS_ON(VF_INDEPENDENT_LEVELS)

/* Species of a team, one after the other.
 *   teams     number of teams with one species
 *   resident  teams that run at once
 * With phases of the block there are only as many teams as keep the device busy for a few turns. */
#if VF_HAS_BLOCK_PHASES && defined(VIEWFAB_BOUNDS)
static inline int vfi_species_of_team(int, int64_t, int64_t) { return 1; }
#elif VF_HAS_BLOCK_PHASES
static inline int vfi_species_of_team(int species, int64_t teams, int64_t resident)
{
  enum { TURNS = 4 };
  const int64_t groups = (TURNS * resident + teams - 1) / teams;
  return groups < species ? (int)((species + groups - 1) / groups) : 1;
}
#endif

/* Teams of a box.
 *   teams     number of teams: blocks times groups times parts
 *   of_team   species of a group
 *   parts     parts of the levels, of up to `together` levels each
 *   far       scratch in device memory, a room for each block of threads; NULL: in shared memory */
template <bool is_far>
static __global__ void __launch_bounds__(VF_TEAM_THREADS, VF_TEAMS_TOGETHER)
    VF_TYPED(_teams_)(const vf_box box, const int64_t teams, const int species_count, VF_UNUSED const int of_team,
                      const int parts, const int together, const int nlev, char *const far, const size_t room,
                      const vfi_bundle arguments VF_TEAM_ORIGINS)
{
  extern __shared__ __align__(16) char vfi_shared[];
  const int kidia = box.lower[0], kfdia = box.upper[0], vfi_points = kfdia - kidia + 1;
  const int vfi_wide = vfi_points < VF_TEAM_THREADS ? vfi_points : VF_TEAM_THREADS;
  VF_UNUSED const int vfi_rows = VF_TEAM_THREADS / vfi_wide;
  VF_UNUSED const int vfi_row = (int)threadIdx.x / vfi_wide, vfi_across = (int)threadIdx.x - vfi_row * vfi_wide;
  enum { vfi_lane = 0 };
  for (int64_t team = blockIdx.x; team < teams; team += gridDim.x) {
    const int part = parts == 1 ? 0 : (int)(team % parts);
    const int64_t whole = parts == 1 ? team : team / parts;
#if VF_HAS_BLOCK_PHASES
    const int groups = (species_count + of_team - 1) / of_team, vfi_species = (int)(whole % groups) * of_team;
    const int vfi_block = box.lower[1] + (int)(whole / groups);
#else
    const int vfi_species = species_count == 1 ? 0 : (int)(whole % species_count), species = vfi_species + 1;
    const int vfi_block = box.lower[1] + (int)(species_count == 1 ? whole : whole / species_count);
#endif
    const int vfi_top = 1 + part * together;
    VF_UNUSED const int vfi_levels = nlev - vfi_top + 1 < together ? nlev - vfi_top + 1 : together;
    VF_UNUSED const int block = vfi_block;
    vfi_bundle bundle = arguments;
    VF_TAKE_ORIGINS
    VF_TAKE_BLOCK
    VF_TAKE_VALUES
    VF_TAKE_GUARDS
    VF_UNUSED char *vfi_pool = is_far ? far + blockIdx.x * room : vfi_shared;
    VF_EACH_SCRATCH(VF_LAY_SCRATCH)
#if VF_HAS_BLOCK_PHASES
    {
      VF_UNUSED const int species = 0;
      VF_BLOCK_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
    }
    const int behind = vfi_species + of_team < species_count ? vfi_species + of_team : species_count;
#pragma unroll 1
    for (int species = vfi_species + 1; species <= behind; species++) {
      VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
      VF_TAKE_NEXT_SPECIES
    }
#else
    VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
#endif
  }
}

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  enum { TOGETHER = 32, ALWAYS_THERE = 48 * 1024 };
  const vfi_bundle bundle = vfi_bundle_of(launch);
  const int parts = VF_LEVELS_APART ? (launch->levels + TOGETHER - 1) / TOGETHER : 1;
  const int together = (launch->levels + parts - 1) / parts;
  int device = 0, most_shared = 0;
  VF_GPU(Error_t) error = VF_GPU(GetDevice)(&device);
  if (error == VF_GPU(Success)) error = VF_GPU(DeviceGetAttribute)(&most_shared, VF_GPU_MOST_SHARED, device);
  if (error != VF_GPU(Success)) return (int)error;
  char *far = NULL;
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    const int points = box->upper[0] - box->lower[0] + 1;
    const size_t room = (vfi_scratch_bytes(points, together) + 127) / 128 * 128;
    const bool is_far = room > (size_t)most_shared;
    int64_t teams = ((int64_t)box->upper[1] - box->lower[1] + 1) * parts;
    int of_team = 1;
#if VF_HAS_BLOCK_PHASES
    int64_t resident = 0;
    error = vfi_resident_blocks(&resident);
    if (error != VF_GPU(Success)) return (int)error;
    of_team = vfi_species_of_team(launch->components, teams, resident);
#endif
    teams *= (launch->components + of_team - 1) / of_team;
    int64_t blocks = teams < INT32_MAX ? teams : INT32_MAX;
    if (is_far) {
      int64_t most = 0;
      error = vfi_resident_blocks(&most);
      if (error != VF_GPU(Success)) return (int)error;
      if (blocks > most) blocks = most;
      if (!far) far = (char *)launch->borrow(launch->lender, room * (size_t)most); /* the first box has most points */
      if (!far) return VF_LAUNCH_NO_MEMORY;
      *launch->far_scratch = room;
    } else if (room > ALWAYS_THERE) {
      error = VF_GPU(FuncSetAttribute)((const void *)VF_TYPED(_teams_) < false >,
                                       VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)room);
      if (error != VF_GPU(Success)) return (int)error;
    }
    const auto run = is_far ? VF_TYPED(_teams_)<true> : VF_TYPED(_teams_)<false>;
    run<<<(unsigned)blocks, VF_TEAM_THREADS, is_far ? 0 : room, (VF_GPU(Stream_t))launch->queue>>>(
        *box, teams, launch->components, of_team, parts, together, launch->levels, far, room, bundle VF_PASS_ORIGINS);
    error = VF_GPU(GetLastError)();
    if (error != VF_GPU(Success)) return (int)error;
  }
  return 0;
}
