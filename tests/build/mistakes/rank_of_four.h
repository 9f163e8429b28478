/* says: once: rank_of_four\.h:1:[0-9]+: error: .*VF_RANK is 4, none of 1, 2, 3 */
#define VF_KERNEL rank_of_four
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 4
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
