/* Wrong on purpose: reads across the axis, but declares a reach along the axis only. */
#define VF_KERNEL reads_across
#define VF_AXES y
#define VF_SUMMARY "x = the neighbours of y along y, and one in x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  READ(real, y, same, reach_along(1, 2), "field") \
  WRITE(real, x, "sum")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = VF_AT_ALONG(y, -1, i, j, k, n) + VF_AT_ALONG(y, 2, i, j, k, n) + VF_AT(y, i + 1, j, k, n);
}
