/* says: once: carried_numbers_as_a_value\.h:10:[0-9]+: error: .+flux_carried.+ undeclared */
#define VF_KERNEL carried_numbers_as_a_value
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_CARRIED(CARRY) CARRY(real, flux, 0, 5)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(flux); }
