/* says: once: point_of_another_rank\.h:9:[0-9]+: error: .*in a kernel of rank 2 VF_BODY names \(i, j, n\) */
#define VF_KERNEL point_of_another_rank
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, n) = 1; }
