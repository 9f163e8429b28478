/* says: once: writes_a_profile\.h:9:[0-9]+: error: .*argument y: several points have the same elements of along\(k\) */
#define VF_KERNEL writes_a_profile
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field") \
  UPDATE(real, y, along(k), reach(0), "sums")

VF_BODY(i, j, k, n) { VF_AT(y, k) += VF_AT(x, i, j, k, n); }
