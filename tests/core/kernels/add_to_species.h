/* Each species gets a multiple of an array without species. */
#define VF_KERNEL add_to_species
#define VF_SUMMARY "y(k, s) = y(k, s) + 2 s x(k)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  UPDATE(real, y, species(levels), reach(0), "sums of each species")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, twice, points_levels, "twice the values")
#define VF_BLOCK_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(double_values)
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(add)

VF_POINTS_PHASE(double_values, i, k) { VF_SCRATCH_AT(twice, i, k) = 2 * VF_LEVEL(x, i, k); }
VF_POINTS_PHASE(add, i, k) { VF_LEVEL(y, i, k) = VF_LEVEL(y, i, k) + species * VF_SCRATCH_AT(twice, i, k); }
