/* Wrong on purpose: a halo phase reads further than the reach of its array. If beside is not 0, a point writes its
 * neighbour's element. */
#define VF_KERNEL tile_halo_beyond_its_reach
#define VF_SUMMARY "y(i) = x(i)"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(1), "line")          \
  WRITE(real, y, same, reach(0), "line")         \
  VALUE(int, wide, "read on each side")          \
  VALUE(int, beside, "which element a point writes")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, copy, halo(wide), "of x")
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(fill, wide) POINTS(store)

VF_HALO_PHASE(fill, j, n) { VF_SCRATCH_AT(copy, j) = VF_AT(x, j, n); }
VF_TILE_PHASE(store, i, n) { VF_AT(y, i + beside, n) = VF_SCRATCH_AT(copy, i); }
