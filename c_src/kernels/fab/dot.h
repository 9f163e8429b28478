#define VF_KERNEL dot
#define VF_SUMMARY "Dot product over the box and all components: result = sum of x y, added in double by a tree that depends on the box alone"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ(real, x, same, reach(0), "first field")                                                  \
  READ(real, y, same, reach(0), "second field; may be x")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n) * VF_AT(y, i, j, k, n); }
