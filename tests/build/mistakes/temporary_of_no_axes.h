/* says: once: temporary_of_no_axes\.h:11:[0-9]+: error: .*temporary z: points is none of levels, half_levels, levels_species\(1\.\.16\), half_levels_species\(1\.\.16\); a temporary has one column */
#define VF_KERNEL temporary_of_no_axes
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_TEMPORARIES(TEMPORARY) TEMPORARY(real, z, points, "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
