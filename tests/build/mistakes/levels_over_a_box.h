/* says: once: levels_over_a_box\.h:9:[0-9]+: error: .*argument x: the map levels is for other points than all */
#define VF_KERNEL levels_over_a_box
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 1; }
