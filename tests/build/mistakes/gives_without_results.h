/* says: once: gives_without_results\.h:[0-9]+:[0-9]+: error: .*VF_GIVE\(mass, \.\.\.\) in a kernel without #define VF_RESULTS */
#define VF_KERNEL gives_without_results
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_GIVE(mass, VF_AT(x, i, j, k, n)); }
