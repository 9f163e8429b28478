/* says: once: results_in_a_reduction\.h:1:[0-9]+: error: .*VF_RESULTS in a kernel over reduction, whose one result is that of VF_TERM */
#define VF_KERNEL results_in_a_reduction
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(mass, "mass, kg")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
