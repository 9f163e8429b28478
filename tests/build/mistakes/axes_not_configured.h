/* says: once: axes_not_configured\.h:1:1: error: .*the kernel file has VF_AXES now: configure the build again */
#define VF_KERNEL axes_not_configured
#define VF_AXES x
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, "difference")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
