/* says: once: ghosts_of_all_points\.h:9:[0-9]+: error: .*VF_GHOSTS is for kernels over ghosts */
#define VF_KERNEL ghosts_of_all_points
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_GHOSTS depth(2)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
