/* says: once: phase_not_written\.h:1:[0-9]+: error: .*the kernel file has no VF_LEVELS_PHASE\(limit, ...\) { ... } */
#define VF_KERNEL phase_not_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(copy) LEVELS(limit)

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
