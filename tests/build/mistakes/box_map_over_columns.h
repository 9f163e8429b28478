/* says: once: box_map_over_columns\.h:10:[0-9]+: error: .*argument x: the map same is for other points than columns */
#define VF_KERNEL box_map_over_columns
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = 1; }
