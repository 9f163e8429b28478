#define VF_KERNEL total
#define VF_SUMMARY "Sum over the box: result = sum of x"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
