/* says: once: axis_twice\.h:9:[0-9]+: error: .*argument x: along\(i, i\) names an axis twice */
#define VF_KERNEL axis_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, along(i, i), reach(0), "diagonal") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
