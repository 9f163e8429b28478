/* says: depth_of_nothing\.h:5: error: .*the name .0. is a depth, but neither */
#define VF_KERNEL depth_of_nothing
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(0)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
