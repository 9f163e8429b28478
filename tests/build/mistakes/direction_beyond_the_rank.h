/* says: once: direction_beyond_the_rank\.h:10:[0-9]+: error: .*argument x: face\(2\) names a direction beyond those of the kernel */
#define VF_KERNEL direction_beyond_the_rank
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, face(2), reach(0), "faces") \
  WRITE(real, y, same, reach(0), "result")

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = 1; }
