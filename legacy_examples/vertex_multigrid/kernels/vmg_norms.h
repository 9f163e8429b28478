#define VF_KERNEL vmg_norms
#define VF_SUMMARY "The sum of squares and the largest magnitude"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(total, "sum of squares")    \
  MAX(largest, "largest magnitude")

VF_BODY(i, j, k, n)
{
  const real value = VF_AT(x, i, j, k, n);
  VF_GIVE(total, value * value);
  VF_GIVE(largest, VF_ABS(value));
}
