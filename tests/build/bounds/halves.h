/* Keeps to its declaration, on a single colour, and gives results. */
#define VF_KERNEL halves
#define VF_SUMMARY "x = (x below + x above) / 2 on one colour, with what that changes"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) UPDATE(real, x, same, reach(0, 1, 0), "field")
#define VF_RESULTS(SUM, MIN, MAX) SUM(change, "change") MAX(most, "largest change", place)

VF_BODY(i, j, k, n)
{
  const real mean = (VF_AT(x, i, j - 1, k, n) + VF_AT(x, i, j + 1, k, n)) / 2;
  const real change = mean - VF_AT(x, i, j, k, n);
  VF_AT(x, i, j, k, n) = mean;
  VF_GIVE(change, change);
  VF_GIVE(most, VF_ABS(change));
}
