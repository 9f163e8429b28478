/* A third of the values before the step and two thirds of the values after its stages. */
#define VF_KERNEL mean_of_stages
#define VF_SUMMARY "after = (before + 2 after)/3"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  READ(real, before, species(levels), reach(0), "mass of the tracer before the step, Pa") \
  UPDATE(real, after, species(levels), reach(0), "after its stages, then of the step, Pa")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(mean)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(mean, i, k) { VF_LEVEL(after, i, k) = (VF_LEVEL(before, i, k) + 2 * VF_LEVEL(after, i, k)) / 3; }
