/* says: once: neighbours_of_what_is_written\.h:10:[0-9]+: error: .*argument y: reach\(1, 0, 0\) of what is written: columns run at the same time */
#define VF_KERNEL neighbours_of_what_is_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field")      \
  UPDATE(real, y, levels, reach(1, 0, 0), "copy of x")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(x, i, k); }
