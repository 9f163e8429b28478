/* says: once: axis_beyond_the_rank\.h:10:[0-9]+: error: .*argument x: along\(k\) names an axis that a kernel of rank 2 has not */
#define VF_KERNEL axis_beyond_the_rank
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, along(k), reach(0), "profile") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = 1; }
