/* says: once: argument_of_the_component\.h:6: error: viewfab: the name .n. is used by viewfab itself, in the body */
#define VF_KERNEL argument_of_the_component
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, n, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(n, i, j, k, n); }
