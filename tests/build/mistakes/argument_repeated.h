/* says: once: argument_repeated\.h:7: error: viewfab: the name .x. is used twice .Fortran ignores case */
#define VF_KERNEL argument_repeated
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, x, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
