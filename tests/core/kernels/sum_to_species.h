/* The same in columns. */
#define VF_KERNEL sum_to_species
#define VF_SUMMARY "y(k, s) = y(k, s) + 2 s x(k)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  UPDATE(real, y, species(levels), reach(0), "sums of each species")
#define VF_SWEEPS(DOWN, UP) DOWN(add, 1, nlev)

VF_SWEEP(add, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(y, i, k) + 2 * species * VF_LEVEL(x, i, k); }
