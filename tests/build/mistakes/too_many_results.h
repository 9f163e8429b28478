/* says: once: too_many_results\.h:1:[0-9]+: error: .*VF_RESULTS names more than 16 results */
#define VF_KERNEL too_many_results
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(s0, "sum") SUM(s1, "sum") SUM(s2, "sum") SUM(s3, "sum") SUM(s4, "sum") SUM(s5, "sum") SUM(s6, "sum") SUM(s7, "sum") SUM(s8, "sum") SUM(s9, "sum") SUM(s10, "sum") SUM(s11, "sum") SUM(s12, "sum") SUM(s13, "sum") SUM(s14, "sum") SUM(s15, "sum") SUM(s16, "sum")

VF_BODY(i, j, k, n) { VF_GIVE(s3, VF_AT(x, i, j, k, n)); }
