/* says: once: sweep_of_a_team_not_written\.h:1:[0-9]+: error: .*the kernel file has no VF_SWEEP\(fall, ...\) { ... } */
#define VF_KERNEL sweep_of_a_team_not_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(copy) DOWN(fall, 1, nlev)

VF_POINTS_PHASE(copy, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
