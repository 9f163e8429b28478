/* says: once: column_writes_a_profile\.h:10:[0-9]+: error: .*argument y: several points have the same elements of profile */
#define VF_KERNEL column_writes_a_profile
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, profile, reach(0), "result")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_PROFILE(y, k) = VF_LEVEL(x, i, k); }
