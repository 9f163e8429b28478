/* says: depth_of_no_value\.h:5: error: .*the name .layers. is a depth, but neither 1 to 999 nor a VALUE.int */
#define VF_KERNEL depth_of_no_value
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS ghosts
#define VF_GHOSTS depth(layers)
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = 0; }
