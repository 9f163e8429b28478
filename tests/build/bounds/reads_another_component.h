/* Wrong on purpose: there is no component after the last. */
#define VF_KERNEL reads_another_component
#define VF_SUMMARY "Difference of components: y(n) = x(n + 1) - x(n)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ (real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n + 1) - VF_AT(x, i, j, k, n); }
