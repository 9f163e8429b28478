#define VF_KERNEL line_sums
#define VF_SUMMARY "y(i) = sum of a(i,m) x(m) over all m"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ(real, a, along(i, any), reach(0), "matrix") \
  READ(real, x, along(any), reach(0), "vector")    \
  WRITE(real, y, along(i), reach(0), "product")    \
  VALUE(int, last, "number of columns")

VF_BODY(i, n)
{
  real sum = 0;
  for (int m = 1; m <= last; m++) sum += VF_AT(a, i, m) * VF_AT(x, m);
  VF_AT(y, i) = sum;
}
