/* says: once: repeat_backwards\.h:1:[0-9]+: error: .*VF_REPEATS: down comes before up in VF_SWEEPS */
#define VF_KERNEL repeat_backwards
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field")      \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(int, left, 2)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev) UP(up, 1, 1)
#define VF_REPEATS(REPEAT) REPEAT(up, down, left)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
VF_SWEEP(up, i, k) { VF_CARRIED_VALUE(left) = VF_CARRIED_VALUE(left) - 1; }
