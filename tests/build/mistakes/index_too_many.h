/* says: once: index_too_many\.h:9:[0-9]+: error: .*takes_4_indices */
#define VF_KERNEL index_too_many
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, n) { VF_AT(y, i, j, 0, n) = 1; }
