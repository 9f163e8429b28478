/* says: once: body_over_columns\.h:10:[0-9]+: error: .*a kernel over columns has sweeps or phases, not VF_BODY */
#define VF_KERNEL body_over_columns
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_BODY(i, j, k, n) { VF_LEVEL(y, i, k) = 1; }
