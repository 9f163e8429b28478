/* A kernel that names the points of its element by constants. */
#define VF_KERNEL mean_of_row
#define VF_SUMMARY "y = mean of x over the row of the point, in elements of 3 x 3 points"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  READ(real, x, levels, reach(0), "values")          \
  READ(real, weight, surface, reach(0), "of points") \
  WRITE(real, y, levels, reach(0), "means")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, weighted, points_levels, "x times weight")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(weigh) POINTS(add)
#define VF_SIDE 3

VF_POINTS_PHASE(weigh, i, k) { VF_SCRATCH_AT(weighted, i, k) = VF_LEVEL(x, i, k) * VF_SURFACE(weight, i); }
VF_POINTS_PHASE(add, i, k)
{
  const int first = (i - 1) / 3 * 3 + 1;
  const real sum =
      VF_SCRATCH_AT(weighted, first, k) + VF_SCRATCH_AT(weighted, first + 1, k) + VF_SCRATCH_AT(weighted, first + 2, k);
  VF_LEVEL(y, i, k) = sum / 3;
}
