/* says: once: axis_that_is_none\.h:9:[0-9]+: error: .*argument x: along\(m\) names what is none of i, j, k, n, any */
#define VF_KERNEL axis_that_is_none
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, along(m), reach(0), "profile") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
