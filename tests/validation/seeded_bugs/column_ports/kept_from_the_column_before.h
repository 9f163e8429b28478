/* burden that starts its sum anew in the first column only. */
#define VF_KERNEL kept_from_the_column_before
#define VF_SUMMARY "above(k) = q(1) dp(1) + ... + q(k) dp(k)"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)              \
  READ(real, q, levels, reach(0), "share, kg/kg")             \
  READ(real, dp, levels, reach(0), "thickness of layers, Pa") \
  WRITE(real, above, levels, reach(0), "sum from the top, Pa")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, sum, points, "from the top")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) COLUMNS(add)

VF_COLUMNS_PHASE(add, i)
{
  if (i == kidia) VF_SCRATCH_POINT(sum, kidia) = 0;
  for (int k = 1; k <= nlev; k++) {
    VF_SCRATCH_POINT(sum, kidia) = VF_SCRATCH_POINT(sum, kidia) + VF_LEVEL(q, i, k) * VF_LEVEL(dp, i, k);
    VF_LEVEL(above, i, k) = VF_SCRATCH_POINT(sum, kidia);
  }
}
