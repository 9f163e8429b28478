/* says: once: ratio_without_offset\.h:9:[0-9]+: error: .*argument x: there is no map refined_by\(2\) */
#define VF_KERNEL ratio_without_offset
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, refined_by(2), reach(0), "children") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
