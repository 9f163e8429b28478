/* says: once: phase_over_columns\.h:10:[0-9]+: error: .*a kernel over columns has no phases; VF_POINTS teams has */
#define VF_KERNEL phase_over_columns
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
