/* says: once: unknown_type\.h:9:[0-9]+: error: .*argument x: complex is no type of elements, which are: real int logical float double int64 */
#define VF_KERNEL unknown_type
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (complex, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
