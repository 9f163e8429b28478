/* says: once: phases_not_listed\.h:1:[0-9]+: error: .*a kernel over teams defines VF_PHASES\(POINTS, LEVELS, COLUMNS, DOWN, UP\), the phases in their order */
#define VF_KERNEL phases_not_listed
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
