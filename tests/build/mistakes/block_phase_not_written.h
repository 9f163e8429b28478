/* says: once: block_phase_not_written\.h:1:[0-9]+: error: .*the kernel file has no VF_POINTS_PHASE\(weigh, ...\) { ... } */
#define VF_KERNEL block_phase_not_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, species(levels), reach(0), "field") \
  WRITE(real, y, species(levels), reach(0), "copy of x")
#define VF_BLOCK_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(weigh)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(copy)

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
