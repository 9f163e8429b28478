/* A reduction over an array with one of the three directions. */
#define VF_KERNEL sum_of_profile
#define VF_SUMMARY "result = sum of a(i) over the points of the box"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, a, along(i), reach(0), "profile")

VF_TERM(i, j, k, n) { return VF_AT(a, i); }
