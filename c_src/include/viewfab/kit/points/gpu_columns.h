/* Included by gpu.h: columns of blocks. A thread has a column; neighbours of a warp are neighbours in memory, for any
 * number of points of a block. */
enum { VF_COLUMN_THREADS = 128 };
/* Blocks of threads that a multiprocessor has room for at the same time: more blocks leave fewer registers to a thread. */
#undef VF_COLUMN_BOUNDS
#ifdef VF_COLUMN_BLOCKS
#define VF_COLUMN_BOUNDS __launch_bounds__(VF_COLUMN_THREADS, VF_COLUMN_BLOCKS)
#else
#define VF_COLUMN_BOUNDS __launch_bounds__(VF_COLUMN_THREADS)
#endif

#define VF_RUN_SWEEP(sweep, name) \
  VF_RUN_BODY(SWEEP, name, vfi_i, k, sweep(vfi_i, k, VF_COLUMN_PASS VF_EACH_CARRIED(VF_CARRY_PASS)))
/* Levels with simultaneous loads of a thread. With many arrays one level has loads enough, and several levels would need
 * more registers than there are. */
#undef VF_UNROLL_LEVELS
#ifdef VF_LEVELS_TOGETHER
#define VF_UNROLL_LEVELS VF_UNROLL_BY(VF_LEVELS_TOGETHER)
#else
#define VF_ONE_ARRAY(...) +1
#define VF_NO_ARRAY(...)
enum {
  vfi_arrays = 0 VF_ARGUMENTS(VF_ONE_ARRAY, VF_ONE_ARRAY, VF_ONE_ARRAY, VF_NO_ARRAY),
  vfi_levels_together = vfi_arrays <= 16 ? 4 : 1
};
#define VF_UNROLL_LEVELS VF_UNROLL_BY(vfi_levels_together)
#endif
#define VF_UNROLL_BY(count) VF_PRAGMA(unroll count)
#define VF_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define VF_UNROLLED_DOWN(...) VF_UNROLL_LEVELS VF_SWEEP_DOWN(__VA_ARGS__)
#define VF_UNROLLED_UP(...) VF_UNROLL_LEVELS VF_SWEEP_UP(__VA_ARGS__)
#undef VF_RUN_SWEEPS
#if VF_HAS_REPEATS
#define VF_TAKE_PART(goes_on) vfi_taking_part = VF_GOES_ON(vfi_carried.goes_on[0]);
#define VF_TAKE_ALL
#define VF_UNROLLED_DOWN_AGAIN(sweep, ...) VF_REPEATED(sweep, VF_UNROLLED_DOWN(sweep, __VA_ARGS__))
#define VF_UNROLLED_UP_AGAIN(sweep, ...) VF_REPEATED(sweep, VF_UNROLLED_UP(sweep, __VA_ARGS__))
#define VF_RUN_SWEEPS          \
  bool vfi_taking_part = true; \
  VF_NUMBER_SWEEPS             \
  VF_REPEATED_SWEEPS(VF_UNROLLED_DOWN_AGAIN, VF_UNROLLED_UP_AGAIN)
#else
#define VF_RUN_SWEEPS VF_SWEEPS(VF_UNROLLED_DOWN, VF_UNROLLED_UP)
#endif

/* Columns of a box.
 *   kidia, kfdia  the points of the call; the box may have a part of them
 *   pool          temporaries of as many columns as there are threads; the threads take the columns in turn */
static __global__ void VF_COLUMN_BOUNDS VF_TYPED(_columns_)(const vf_box box, const int kidia, const int kfdia,
                                                            const unsigned columns, const int nlev,
                                                            const int first_species, VF_UNUSED char *const pool,
                                                            const vfi_bundle arguments VF_ORIGINS)
{
  const unsigned points = (unsigned)(box.upper[0] - box.lower[0]) + 1, threads = gridDim.x * VF_COLUMN_THREADS;
  const unsigned thread = blockIdx.x * VF_COLUMN_THREADS + threadIdx.x;
  const int vfi_species = first_species + (int)blockIdx.y, species = vfi_species + 1;
  VF_UNUSED const int vfi_levels = nlev;
  for (unsigned column = thread; column < columns; column += threads) {
    const unsigned in_box = column / points;
    const int vfi_i = box.lower[0] + (int)(column - in_box * points), vfi_block = box.lower[1] + (int)in_box;
    VF_UNUSED const int block = vfi_block;
    vfi_bundle bundle = arguments;
    VF_TAKE_ORIGINS
    VF_TAKE_BLOCK
    VF_TAKE_VALUES
    VF_TAKE_GUARDS
    enum { vfi_lane = 0 };
    VF_UNUSED const ptrdiff_t vfi_apart = (ptrdiff_t)threads * gridDim.y;
    VF_UNUSED char *vfi_pool = pool;
    VF_EACH_TEMPORARY(VF_LAY_TEMPORARY)
    VF_EACH_TEMPORARY(VF_MOVE_TEMPORARY)
    VF_UNUSED vfi_carried_values vfi_carried;
    vfi_carried.none = 0;
    VF_EACH_CARRIED(VF_CARRY_START)
    VF_RUN_SWEEPS(void) vfi_carried.none;
  }
}

static int VF_TYPED(_launch_)(const vfi_launch *launch)
{
  const vfi_bundle bundle = vfi_bundle_of(launch);
  const size_t room = vfi_temporary_bytes(launch->levels);
  char *pool = NULL;
  int64_t most = INT64_MAX; /* blocks of threads with memory */
  if (room) {
    const VF_GPU(Error_t) error = vfi_resident_blocks(&most);
    if (error != VF_GPU(Success)) return (int)error;
    pool = (char *)launch->borrow(launch->lender, room * (size_t)most * VF_COLUMN_THREADS);
    if (!pool) return VF_LAUNCH_NO_MEMORY;
  }
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b], *domain = launch->domains ? &launch->domains[b] : box;
    const int64_t columns = ((int64_t)box->upper[0] - box->lower[0] + 1) * ((int64_t)box->upper[1] - box->lower[1] + 1);
    const int64_t blocks = (columns + VF_COLUMN_THREADS - 1) / VF_COLUMN_THREADS;
    if (columns > UINT32_MAX - (int64_t)VF_COLUMN_THREADS * 2) return (int)VF_GPU(ErrorInvalidValue);
    for (int species = 0; species < launch->components;) {
      int64_t together = launch->components - species;
      if (together > VF_LARGEST_GRID) together = VF_LARGEST_GRID;
      if (together > most / blocks) together = most / blocks ? most / blocks : 1;
      const int64_t in_x = blocks < most ? blocks : most;
      VF_TYPED(_columns_)<<<dim3((unsigned)in_x, (unsigned)together), VF_COLUMN_THREADS, 0,
                            (VF_GPU(Stream_t))launch->queue>>>(*box, domain->lower[0], domain->upper[0],
                                                               (unsigned)columns, launch->levels, species, pool,
                                                               bundle VF_PASS_ORIGINS);
      const VF_GPU(Error_t) error = VF_GPU(GetLastError)();
      if (error != VF_GPU(Success)) return (int)error;
      species += (int)together;
    }
  }
  return 0;
}
