#define VF_KERNEL norms
#define VF_SUMMARY "Two norms over the box and all components: one = sum of |x|, largest = max |x|; a NaN in x gives NaN"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ(real, x, same, reach(0), "field")
#define VF_RESULTS(SUM, MIN, MAX)                                                               \
  SUM(one, "sum of |x|, in the units of x")                                                     \
  MAX(largest, "maximum of |x|, in the units of x; no cells: -infinity")

VF_BODY(i, j, k, n)
{
  const real magnitude = VF_ABS(VF_AT(x, i, j, k, n));
  VF_GIVE(one, magnitude);
  VF_GIVE(largest, magnitude);
}
