/* A phase of a team that reads columns outside its block. */
#define VF_KERNEL around_of_team
#define VF_SUMMARY "y = (x of the four neighbours in points and blocks) - 4 x, less its mean over the levels"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                      \
  READ(real, x, levels, reach(1, 0, 1), "values with a ghost around") \
  WRITE(real, y, levels, reach(0), "differences")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_SCRATCH(SCRATCH) \
  SCRATCH(real, around, points_levels, "sum of neighbours") SCRATCH(real, all, points, "of levels")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(gather) DOWN(add, 1, nlev) POINTS(store)

VF_POINTS_PHASE(gather, i, k)
{
  VF_SCRATCH_AT(around, i, k) = (VF_LEVEL(x, i - 1, k) + VF_LEVEL(x, i + 1, k)) +
                                (VF_LEVEL(x, i, k, block - 1) + VF_LEVEL(x, i, k, block + 1)) - 4 * VF_LEVEL(x, i, k);
}
VF_SWEEP(add, i, k)
{
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_SCRATCH_AT(around, i, k);
  if (k == nlev) VF_SCRATCH_POINT(all, i) = VF_CARRIED_VALUE(sum) / (real)nlev;
}
VF_POINTS_PHASE(store, i, k) { VF_LEVEL(y, i, k) = VF_SCRATCH_AT(around, i, k) - VF_SCRATCH_POINT(all, i); }
