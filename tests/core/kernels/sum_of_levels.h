/* The sum above a level, in a column. */
#define VF_KERNEL sum_of_levels
#define VF_SUMMARY "y(k) = x(1) + ... + x(k)"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  WRITE(real, y, levels, reach(0), "sums")
#define VF_CARRIED(CARRY) CARRY(real, sum, 0)
#define VF_SWEEPS(DOWN, UP) DOWN(add, 1, nlev)

VF_SWEEP(add, i, k)
{
  VF_CARRIED_VALUE(sum) = VF_CARRIED_VALUE(sum) + VF_LEVEL(x, i, k);
  VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(sum);
}
