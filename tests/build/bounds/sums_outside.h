/* Wrong on purpose, in a reduction: reads the cell to the left, but declares reach(0). */
#define VF_KERNEL sums_outside
#define VF_SUMMARY "Sum of x(i - 1)"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ (real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i - 1, j, k, n); }
