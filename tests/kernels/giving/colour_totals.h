/* Coloured points that write, and give a sum and the place of the largest change. */
#define VF_KERNEL colour_totals
#define VF_SUMMARY "Halves x on one colour, and gives the change"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX)         \
  SUM(change, "sum of what x changes by") \
  MAX(largest, "largest change", place)

VF_BODY(i, j, k, n)
{
  const real half = VF_AT(x, i, j, k, n) / 2;
  VF_AT(x, i, j, k, n) = half;
  VF_GIVE(change, half);
  VF_GIVE(largest, VF_ABS(half));
}
