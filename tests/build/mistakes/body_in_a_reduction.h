/* says: once: body_in_a_reduction\.h:8:[0-9]+: error: .*a kernel over reduction has VF_TERM, not VF_BODY */
#define VF_KERNEL body_in_a_reduction
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { return VF_AT(x, i, j, k, n); }
