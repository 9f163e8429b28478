#define VF_KERNEL copy
#define VF_SUMMARY "Copies a box: destination = source, in the same indices"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, source,      same, reach(0), "field to copy")                                     \
  WRITE(real, destination, same, reach(0), "field for the values")

VF_BODY(i, j, k, n) { VF_AT(destination, i, j, k, n) = VF_AT(source, i, j, k, n); }
