/* burden that adds the layer and all layers below. */
#define VF_KERNEL burden_from_below
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
  VF_SCRATCH_POINT(sum, i) = 0;
  for (int k = nlev; k >= 1; k--) {
    VF_SCRATCH_POINT(sum, i) = VF_SCRATCH_POINT(sum, i) + VF_LEVEL(q, i, k) * VF_LEVEL(dp, i, k);
    VF_LEVEL(above, i, k) = VF_SCRATCH_POINT(sum, i);
  }
}
