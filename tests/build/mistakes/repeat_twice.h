/* says: once: repeat_twice\.h:1:[0-9]+: error: .*sweep up is in more than one group of VF_REPEATS */
#define VF_KERNEL repeat_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field")      \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(int, left, 2)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev) UP(up, 1, 1)
#define VF_REPEATS(REPEAT) REPEAT(down, up, left) REPEAT(up, up, left)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
VF_SWEEP(up, i, k) { VF_CARRIED_VALUE(left) = VF_CARRIED_VALUE(left) - 1; }
