/* says: once: argument_twice\.h:7: error: viewfab: the name .X. is used twice */
#define VF_KERNEL argument_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, X, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(X, i, j, k, n) = VF_AT(x, i, j, k, n); }
