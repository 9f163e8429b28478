/* says: once: no_summary\.h:1:[0-9]+: error: .*the kernel file does not define VF_SUMMARY */
#define VF_KERNEL no_summary
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  WRITE(real, x, same, reach(0), "array that is written")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
