/* Sweeps whose first and last level differ from the others, on all levels, on inner levels and on half levels. */
#define VF_KERNEL level_ends
#define VF_SUMMARY "sums of a and of products of neighbouring levels, down and up"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  READ(real, a, levels, reach(1), "a field")             \
  UPDATE(real, b, half_levels, reach(0), "sums of half") \
  UPDATE(real, c, levels, reach(0), "sums of levels")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0) CARRY(real, before, 1)
#define VF_SWEEPS(DOWN, UP) DOWN(down, 1, nlev) UP(up, 1, nlev) DOWN(inner, 2, nlev - 1) UP(half, 1, nlev + 1)

VF_SWEEP(down, i, k)
{
  const real above = k > 1 ? VF_LEVEL(a, i, k - 1) : 0, below = k < nlev ? VF_LEVEL(a, i, k + 1) : 3;
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(a, i, k) + above * below;
  VF_LEVEL(c, i, k) = VF_CARRIED_VALUE(sum) - VF_LEVEL(c, i, k);
  if (k == nlev) VF_HALF(b, i, nlev + 1) = VF_CARRIED_VALUE(sum);
  VF_HALF(b, i, k) = VF_CARRIED_VALUE(sum) * above;
}

VF_SWEEP(up, i, k)
{
  if (k != nlev) VF_LEVEL(c, i, k) = VF_LEVEL(c, i, k) + VF_CARRIED_VALUE(before) / 2;
  if (1 == k) VF_LEVEL(c, i, k) = VF_LEVEL(c, i, k) * 3;
  VF_CARRIED_VALUE(before) = VF_LEVEL(c, i, k);
}

VF_SWEEP(inner, i, k) { VF_LEVEL(c, i, k) = VF_LEVEL(c, i, k) * VF_CARRIED_VALUE(sum) + VF_CARRIED_VALUE(before); }

VF_SWEEP(half, i, k)
{
  const real beside = k <= nlev ? VF_LEVEL(c, i, k) : VF_CARRIED_VALUE(before);
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) - beside;
  VF_HALF(b, i, k) = VF_HALF(b, i, k) + VF_CARRIED_VALUE(sum);
}
