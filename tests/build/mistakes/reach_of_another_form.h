/* says: once: reach_of_another_form\.h:9:[0-9]+: error: .*argument x: 1 is none of reach\(r\), reach\(x, y, z\), reach\(below\(x, y, z\), above\(x, y, z\)\) */
#define VF_KERNEL reach_of_another_form
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, 1, "field")                \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
