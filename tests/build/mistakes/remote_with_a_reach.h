/* says: once: remote_with_a_reach\.h:10:[0-9]+: error: .*argument x: elements of the map remote are named by their numbers; say reach.0. */
#define VF_KERNEL remote_with_a_reach
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, remote, reach(1), "vector") \
  WRITE(real, y, along(i), reach(0), "result")

VF_BODY(i, n) { VF_AT(y, i) = VF_REMOTE(x, i); }
