/* Wrong on purpose: reads the level above, but declares the level below. */
#define VF_KERNEL reads_profile_beyond
#define VF_SUMMARY "Half levels: y = c(k + 1) x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                 \
  READ (real, x, same, reach(0), "field")                                        \
  READ (real, c, along(k), reach(below(0, 0, 1), above(0)), "profile")           \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(c, k + 1) * VF_AT(x, i, j, k, n); }
