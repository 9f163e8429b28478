/* says: once: profile_with_all_indices\.h:9:[0-9]+: error: .*takes_4_indices */
#define VF_KERNEL profile_with_all_indices
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, along(k), reach(0), "profile") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
