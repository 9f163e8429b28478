/* says: once: argument_with_an_underscore\.h:6: error: viewfab: the name ._x. does not begin with a letter */
#define VF_KERNEL argument_with_an_underscore
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, _x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(_x, i, j, k, n); }
