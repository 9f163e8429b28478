/* says: once: side_of_nothing\.h:1:[0-9]+: error: .*VF_SIDE is 0, which is none of 1 to 1024 */
#define VF_KERNEL side_of_nothing
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field")      \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(take)
#define VF_SIDE 0

VF_POINTS_PHASE(take, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
