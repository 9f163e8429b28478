/* Results may have names that the kit uses inside. */
#define VF_KERNEL scaled
#define VF_SUMMARY "Multiplies by a number: x = factor x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "field")       \
  VALUE(real, factor, "no unit")
#define VF_RESULTS(SUM, MIN, MAX) \
  SUM(none, "sum of the products") \
  MAX(count, "largest product", place)

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) *= factor;
  VF_GIVE(none, VF_AT(x, i, j, k, n));
  VF_GIVE(count, VF_AT(x, i, j, k, n));
}
