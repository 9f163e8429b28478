/* says: once: temporary q: levels_species\(17\) is none of levels, half_levels, levels_species\(1\.\.16\) */
#define VF_KERNEL too_many_species_of_a_temporary
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_TEMPORARIES(TEMPORARY) TEMPORARY(real, q, levels_species(17), "species")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = 0; }
