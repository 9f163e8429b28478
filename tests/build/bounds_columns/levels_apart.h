/* Levels declared as independent; if `wrong` is 1, they depend on each other. */
#define VF_KERNEL levels_apart
#define VF_SUMMARY "t times the sum of its level"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                       \
  READ  (real, dp, levels, reach(0), "not written: read at any level") \
  UPDATE(real, t,  levels, reach(0), "updated")                        \
  VALUE (int, wrong, "1 to read another level")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, x, points_levels, "copy of t")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(copy) LEVELS(sum)
#define VF_INDEPENDENT_LEVELS 1

VF_POINTS_PHASE(copy, i, k) { VF_SCRATCH_AT(x, i, k) = VF_LEVEL(t, i, k) * VF_LEVEL(dp, i, nlev); }

VF_LEVELS_PHASE(sum, k)
{
  real sum = 0;
  for (int i = kidia; i <= kfdia; i++) sum = sum + VF_SCRATCH_AT(x, i, wrong && k == 2 ? k - 1 : k);
  for (int i = kidia; i <= kfdia; i++) VF_LEVEL(t, i, k) = sum * VF_LEVEL(t, i, k);
}
