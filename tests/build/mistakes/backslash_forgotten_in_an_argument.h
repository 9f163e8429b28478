/* says: once: backslash_forgotten_in_an_argument\.h:6: error: viewfab: VF_ARGUMENTS ends within READ[(]...[)]: does this line lack the backslash */
#define VF_KERNEL backslash_forgotten_in_an_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0),
        "field")                                 \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
