/* copy that treats one of its arrays as counted from 0. */
#define VF_KERNEL shifted_by_one
#define VF_SUMMARY "Wrong port: destination(i) = source(i + 1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, source,      same, reach(1), "field to copy")                                     \
  WRITE(real, destination, same, reach(0), "field that takes the values")

VF_BODY(i, j, k, n) { VF_AT(destination, i, j, k, n) = VF_AT(source, i + 1, j, k, n); }
