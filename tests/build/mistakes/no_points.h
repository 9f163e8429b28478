/* says: once: no_points\.h:1:[0-9]+: error: .*the kernel file does not define VF_POINTS, one of: all coloured */
#define VF_KERNEL no_points
#define VF_SUMMARY "Wrong on purpose"

#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
