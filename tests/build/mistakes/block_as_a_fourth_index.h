/* says: once: block_as_a_fourth_index\.h:9:[0-9]+: error: .*argument x: in along\(i, j, any, k\) n, the components, is not the last; a fourth index can only be n */
#define VF_KERNEL block_as_a_fourth_index
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)       \
  READ (real, y, same, reach(0), "planes, then blocks") \
  WRITE(real, x, along(i, j, any, k), reach(0), "planes, parts, then blocks")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, 1, k) = VF_AT(y, i, j, k, n); }
