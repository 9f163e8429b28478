/* says: once: components_before_an_axis\.h:9:[0-9]+: error: .*argument x: in along\(n, i\) n, the components, is not the last */
#define VF_KERNEL components_before_an_axis
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, along(n, i), reach(0), "components first") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
