#define VF_KERNEL extremes
#define VF_SUMMARY "The smaller and the larger of x and y, |x|, and the root of |y|"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ(real, x, same, reach(0), "field")          \
  READ(real, y, same, reach(0), "field")          \
  WRITE(real, smaller, same, reach(0), "of x, y") \
  WRITE(real, larger, same, reach(0), "of x, y")  \
  WRITE(real, magnitude, same, reach(0), "of x")  \
  WRITE(real, root, same, reach(0), "of |y|")

VF_BODY(i, j, k, n)
{
  const real a = VF_AT(x, i, j, k, n), b = VF_AT(y, i, j, k, n);
  VF_AT(smaller, i, j, k, n) = VF_MIN(a, b);
  VF_AT(larger, i, j, k, n) = VF_MAX(a, b);
  VF_AT(magnitude, i, j, k, n) = VF_ABS(a);
  VF_AT(root, i, j, k, n) = VF_SQRT(VF_ABS(b));
}
