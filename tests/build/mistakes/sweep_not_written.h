/* says: once: sweep_not_written\.h:1:[0-9]+: error: .*the kernel file has no VF_SWEEP\(up, ...\) { ... } */
#define VF_KERNEL sweep_not_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev) UP(up, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
