/* says: once: axis_without_axes\.h:9:[0-9]+: error: .*VF_AXIS.* undeclared */
#define VF_KERNEL axis_without_axes
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT_ALONG(x, 1, i, j, k, n); }
