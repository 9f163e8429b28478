/* Phases whose first and last level differ from the others. */
#define VF_KERNEL level_ends_team
#define VF_SUMMARY "c = mean of a on three levels, b = differences of the mean"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)               \
  READ(real, a, levels, reach(0), "a field")                   \
  WRITE(real, b, half_levels, reach(0), "differences of mean") \
  WRITE(real, c, levels, reach(0), "mean")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, mean, points_levels, "of three levels")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(smooth) POINTS(differ, 1, nlev + 1)

VF_POINTS_PHASE(smooth, i, k)
{
  const real above = k > 1 ? VF_LEVEL(a, i, k - 1) : 0, below = k == nlev ? 0 : VF_LEVEL(a, i, k + 1);
  VF_SCRATCH_AT(mean, i, k) = (above + VF_LEVEL(a, i, k) + below) / 3;
  VF_LEVEL(c, i, k) = VF_SCRATCH_AT(mean, i, k);
}

VF_POINTS_PHASE(differ, i, k)
{
  const real above = k > 1 ? VF_SCRATCH_AT(mean, i, k - 1) : 0, below = k <= nlev ? VF_SCRATCH_AT(mean, i, k) : 0;
  VF_HALF(b, i, k) = below - above;
}
