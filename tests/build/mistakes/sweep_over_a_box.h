/* says: once: sweep_over_a_box\.h:9:[0-9]+: error: .*a kernel over all has no VF_SWEEP; VF_POINTS columns has sweeps */
#define VF_KERNEL sweep_over_a_box
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field") \
  WRITE(real, y, same, reach(0), "copy of x")

VF_SWEEP(down, i, k) { VF_AT(y, i, k, k, 0) = 1; }
