/* says: once: index_too_few\.h:8:[0-9]+: error: .*takes_3_indices */
#define VF_KERNEL index_too_few
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, n) = 1; }
