/* Included by gpu.h: teams. A block of threads has a block of columns for one species; its scratch is in shared memory, or,
 * where the device has too little, in memory that as many teams have as run at once. */
#ifndef VF_TEAM_THREADS
#define VF_TEAM_THREADS 128
#endif

/* How many registers a thread may use. NVIDIA: by the threads that a multiprocessor is to have room for, more where single
 * threads have a level each, while the others of their team wait. AMD: by the waves of a SIMD unit, of which its 64 KB of
 * scratch leave room for few. */
#if defined(__HIP_PLATFORM_AMD__)
#define VF_TEAMS_TOGETHER 2
#else
#define VF_TEAMS_TOGETHER (((VF_LEVELS_PHASES ? 1024 : 768) + VF_TEAM_THREADS - 1) / VF_TEAM_THREADS)
#endif

/* Points of a level are neighbouring threads; as many levels are under way as there are threads for. A thread keeps its point
 * from level to level, so that what belongs to the point alone is read and computed once. */
#define VF_RUN_POINTS(...) VF_POINTS_RANGE(VF_RUN_POINTS_IN, __VA_ARGS__)
#define VF_RUN_POINTS_IN(phase, top, bottom)                                        \
  if (vf_row < vf_rows)                                                             \
    for (int i = kidia + vf_across; i <= kfdia; i += vf_wide)                       \
      _Pragma("unroll 2") for (int k = (top) + vf_row; k <= (bottom); k += vf_rows) \
          VF_RUN_BODY(POINTS, #phase, i, k, vf_points_##phase(i, k, VF_COLUMN_PASS)) __syncthreads();
#define VF_RUN_LEVELS(phase)                                                            \
  for (int k = vf_top + (int)threadIdx.x; k < vf_top + vf_levels; k += VF_TEAM_THREADS) \
    VF_RUN_BODY(LEVELS, #phase, 0, k, vf_levels_##phase(k, VF_COLUMN_PASS))             \
  __syncthreads();
#define VF_RUN_COLUMNS(phase)                                                 \
  for (int i = kidia + (int)threadIdx.x; i <= kfdia; i += VF_TEAM_THREADS)    \
    VF_RUN_BODY(COLUMNS, #phase, i, 0, vf_columns_##phase(i, VF_COLUMN_PASS)) \
  __syncthreads();
#define VF_RUN_SWEEP(sweep, name) \
  VF_RUN_BODY(OF_COLUMN, name, vf_i, k, sweep(vf_i, k, VF_COLUMN_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
#define VF_IN_LANES(...)                                                              \
  for (int vf_i = kidia + (int)threadIdx.x; vf_i <= kfdia; vf_i += VF_TEAM_THREADS) { \
    enum { vf_lane = 0 };                                                             \
    vf_carried_values vf_carried;                                                     \
    vf_carried.none = 0;                                                              \
    VF_EACH_CARRIED(VF_CARRY_START)                                                   \
    __VA_ARGS__(void) vf_carried.none;                                                \
  }                                                                                   \
  __syncthreads();
#define VF_RUN_DOWN(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_DOWN(sweep, top, bottom))
#define VF_RUN_UP(sweep, top, bottom) VF_IN_LANES(VF_SWEEP_UP(sweep, top, bottom))

/* 1 in a file that says that each level goes through all phases by itself: a team then has a part of the levels. */
#define VF_LEVELS_APART VF_IS_ON(VF_INDEPENDENT_LEVELS)

/* Species that a team has one after the other, of so many teams of one: with phases of the block as few teams as still take
 * turns on the device. */
#if VF_HAS_BLOCK_PHASES && defined(VIEWFAB_BOUNDS)
static inline int vf_species_of_team(int, int64_t, int64_t) { return 1; }
#elif VF_HAS_BLOCK_PHASES
static inline int vf_species_of_team(int species, int64_t teams, int64_t resident)
{
  enum { TURNS = 4 };
  const int64_t groups = (TURNS * resident + teams - 1) / teams;
  return groups < species ? (int)((species + groups - 1) / groups) : 1;
}
#endif

/* teams: of the box and of all groups of `of_team` species, each of which has `parts` parts of up to `together` levels. far: scratch in memory
 * of the device, a room for each block of threads; NULL: in shared memory. */
template <bool is_far>
static __global__ void __launch_bounds__(VF_TEAM_THREADS, VF_TEAMS_TOGETHER)
    VF_TYPED(_teams_)(const vf_box box, const int64_t teams, const int species_count, VF_UNUSED const int of_team,
                      const int parts, const int together, const int nlev, char *const far, const size_t room,
                      const vf_bundle arguments VF_TEAM_ORIGINS)
{
  extern __shared__ __align__(16) char vf_shared[];
  const int kidia = box.lower[0], kfdia = box.upper[0], vf_points = kfdia - kidia + 1;
  const int vf_wide = vf_points < VF_TEAM_THREADS ? vf_points : VF_TEAM_THREADS;
  VF_UNUSED const int vf_rows = VF_TEAM_THREADS / vf_wide;
  VF_UNUSED const int vf_row = (int)threadIdx.x / vf_wide, vf_across = (int)threadIdx.x - vf_row * vf_wide;
  enum { vf_lane = 0 };
  for (int64_t team = blockIdx.x; team < teams; team += gridDim.x) {
    const int part = parts == 1 ? 0 : (int)(team % parts);
    const int64_t whole = parts == 1 ? team : team / parts;
#if VF_HAS_BLOCK_PHASES
    const int groups = (species_count + of_team - 1) / of_team, vf_species = (int)(whole % groups) * of_team;
    const int vf_block = box.lower[1] + (int)(whole / groups);
#else
    const int vf_species = species_count == 1 ? 0 : (int)(whole % species_count), species = vf_species + 1;
    const int vf_block = box.lower[1] + (int)(species_count == 1 ? whole : whole / species_count);
#endif
    const int vf_top = 1 + part * together;
    VF_UNUSED const int vf_levels = nlev - vf_top + 1 < together ? nlev - vf_top + 1 : together;
    VF_UNUSED const int block = vf_block;
    vf_bundle bundle = arguments;
    VF_TAKE_ORIGINS
    VF_TAKE_BLOCK
    VF_TAKE_VALUES
    VF_TAKE_GUARDS
    VF_UNUSED char *vf_pool = is_far ? far + blockIdx.x * room : vf_shared;
    VF_EACH_SCRATCH(VF_LAY_SCRATCH)
#if VF_HAS_BLOCK_PHASES
    {
      VF_UNUSED const int species = 0;
      VF_BLOCK_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
    }
    const int behind = vf_species + of_team < species_count ? vf_species + of_team : species_count;
#pragma unroll 1
    for (int species = vf_species + 1; species <= behind; species++) {
      VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
      VF_TAKE_NEXT_SPECIES
    }
#else
    VF_PHASES(VF_RUN_POINTS, VF_RUN_LEVELS, VF_RUN_COLUMNS, VF_RUN_DOWN, VF_RUN_UP)
#endif
  }
}

static int VF_TYPED(_launch_)(const vf_launch *launch)
{
  enum { TOGETHER = 32, ALWAYS_THERE = 48 * 1024 };
  const vf_bundle bundle = vf_bundle_of(launch);
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
    const size_t room = (vf_scratch_bytes(points, together) + 127) / 128 * 128;
    const bool is_far = room > (size_t)most_shared;
    int64_t teams = ((int64_t)box->upper[1] - box->lower[1] + 1) * parts;
    int of_team = 1;
#if VF_HAS_BLOCK_PHASES
    int64_t resident = 0;
    error = vf_resident_blocks(&resident);
    if (error != VF_GPU(Success)) return (int)error;
    of_team = vf_species_of_team(launch->components, teams, resident);
#endif
    teams *= (launch->components + of_team - 1) / of_team;
    int64_t blocks = teams < INT32_MAX ? teams : INT32_MAX;
    if (is_far) {
      int64_t most = 0;
      error = vf_resident_blocks(&most);
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
