/* copy with the last two indices exchanged. */
#define VF_KERNEL transposed_indices
#define VF_SUMMARY "Wrong port: destination(i,j,k) = source(i,k,j), for a box with the same cells in y and z"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, source,      same, reach(0), "field to copy")                                     \
  WRITE(real, destination, same, reach(0), "field that takes the values")

VF_BODY(i, j, k, n) { VF_AT(destination, i, j, k, n) = VF_AT(source, i, k, j, n); }
