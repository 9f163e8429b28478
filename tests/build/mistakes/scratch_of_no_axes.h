/* says: once: scratch_of_no_axes\.h:11:[0-9]+: error: .*scratch z: columns is none of points_levels, points_half_levels, points, levels */
#define VF_KERNEL scratch_of_no_axes
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, z, columns, "copy of x")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(copy)

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
