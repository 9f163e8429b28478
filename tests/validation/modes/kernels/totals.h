/* Changes the array from which it computes its results, so a second run on the same memory gives other
 * results. */
#define VF_KERNEL totals
#define VF_SUMMARY "x = 2 x, with sums and extrema of x before"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(total, "sum")               \
  MIN(least, "least", place)      \
  MAX(most, "largest")

VF_BODY(i, j, k, n)
{
  const real v = VF_AT(x, i, j, k, n);
  VF_AT(x, i, j, k, n) = 2 * v;
  VF_GIVE(total, v);
  VF_GIVE(least, v);
  VF_GIVE(most, v);
}
