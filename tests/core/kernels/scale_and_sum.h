#define VF_KERNEL scale_and_sum
#define VF_SUMMARY "x = 2 x, and the sum of what it was"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(total, "sum of the field")

VF_BODY(i, j, k, n)
{
  VF_GIVE(total, VF_AT(x, i, j, k, n));
  VF_AT(x, i, j, k, n) *= 2;
}
