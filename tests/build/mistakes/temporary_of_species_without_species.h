/* says: once: temporary_of_species_without_species\.h:10:[0-9]+: error: .+has no member named .+at.+ */
#define VF_KERNEL temporary_of_species_without_species
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  WRITE(real, y, levels, reach(0), "copy of x")
#define VF_TEMPORARIES(TEMPORARY) TEMPORARY(real, q, levels_species(5), "species")
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev)

VF_SWEEP(down, i, k) { VF_LEVEL(y, i, k) = VF_TEMPORARY_AT(q, k); }
