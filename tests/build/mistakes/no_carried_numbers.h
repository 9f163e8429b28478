/* says: once: carried value flux: a column carries 1 to 64 numbers by a name */
#define VF_KERNEL no_carried_numbers
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(real, flux, 0, 65)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = 0; }
