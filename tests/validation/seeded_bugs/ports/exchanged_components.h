/* copy that exchanges its two components. */
#define VF_KERNEL exchanged_components
#define VF_SUMMARY "Wrong port: destination(1 - n) = source(n), for two components"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, source,      same, reach(0), "field to copy")                                     \
  WRITE(real, destination, same, reach(0), "field that takes the values")

VF_BODY(i, j, k, n) { VF_AT(destination, i, j, k, 1 - n) = VF_AT(source, i, j, k, n); }
