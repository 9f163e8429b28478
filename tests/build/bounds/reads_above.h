/* Wrong on purpose: reads on a side without a declaration. */
#define VF_KERNEL reads_above
#define VF_SUMMARY "Difference: y(k) = x(k + 1) - x(k - 1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                     \
  READ (real, x, same, reach(below(0, 0, 1), above(0)), "field")     \
  WRITE(real, y, same, reach(0), "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k + 1, n) - VF_AT(x, i, j, k - 1, n); }
