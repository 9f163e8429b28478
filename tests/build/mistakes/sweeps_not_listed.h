/* says: once: sweeps_not_listed\.h:1:[0-9]+: error: .*a kernel over columns defines VF_SWEEPS\(DOWN, UP\), the sweeps in their order */
#define VF_KERNEL sweeps_not_listed
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
