/* says: once: carried_value_of_no_name\.h:11:[0-9]+: error: [^ ]*sum_carried[^ ]* undeclared */
#define VF_KERNEL carried_value_of_no_name
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, levels, reach(0), "field") \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(real, total, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(sum); }
