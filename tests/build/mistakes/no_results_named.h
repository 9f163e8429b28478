/* says: once: no_results_named\.h:1:[0-9]+: error: .*VF_RESULTS names no result */
#define VF_KERNEL no_results_named
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX)

VF_BODY(i, j, k, n) { (void)VF_AT(x, i, j, k, n); }
