/* A kernel that writes an array and gives two results, the second with its place. */
#define VF_KERNEL pair_totals
#define VF_SUMMARY "y = y + x, with the sum of y and the least x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field to add")  \
  UPDATE(real, y, same, reach(0), "field that is added to")
#define VF_RESULTS(SUM, MIN, MAX)      \
  SUM(total, "sum of y as it becomes") \
  MIN(least, "least x", place)

VF_BODY(i, j, k, n)
{
  const real a = VF_AT(x, i, j, k, n), sum = VF_AT(y, i, j, k, n) + a;
  VF_AT(y, i, j, k, n) = sum;
  VF_GIVE(total, sum);
  VF_GIVE(least, a);
}
