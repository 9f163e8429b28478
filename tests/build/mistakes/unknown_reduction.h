/* says: once: unknown_reduction\.h:1:[0-9]+: error: .*VF_REDUCE is product, none of: sum min max */
#define VF_KERNEL unknown_reduction
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS reduction
#define VF_REDUCE product
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
