/* says: once: remote_over_ghosts\.h:10:[0-9]+: error: .*argument x: the map remote is for kernels over all, coloured, faces and reduction */
#define VF_KERNEL remote_over_ghosts
#define VF_SUMMARY "Wrong on purpose"
#define VF_RANK 1
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, remote, reach(0), "vector") \
  UPDATE(real, y, same, reach(0), "result")

VF_BODY(i, n) { VF_AT(y, i, n) = VF_REMOTE(x, i); }
