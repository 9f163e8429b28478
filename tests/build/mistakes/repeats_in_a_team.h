/* says: .*VF_REPEATS in a kernel over teams; VF_POINTS columns has sweeps, which are repeated */
#define VF_KERNEL repeats_in_a_team
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field")      \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(int, left, 2)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) DOWN(down, 1, nlev)
#define VF_REPEATS(REPEAT) REPEAT(down, down, left)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
