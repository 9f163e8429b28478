#define VF_KERNEL sum
#define VF_SUMMARY "Sum over the box and all components: result = sum of x, added in double by a tree that depends on the box alone"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
