/* Wrong on purpose: reads the cell to the right, but declares reach(0). */
#define VF_KERNEL reads_outside
#define VF_SUMMARY "Difference to the right: y(i) = x(i + 1) - x(i)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ (real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i + 1, j, k, n) - VF_AT(x, i, j, k, n); }
