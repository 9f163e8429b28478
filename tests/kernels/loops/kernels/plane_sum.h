#define VF_KERNEL plane_sum
#define VF_SUMMARY "Sum of x over a plane and its components"
#define VF_RANK 2
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "terms")

VF_TERM(i, j, n) { return VF_AT(x, i, j, n); }
