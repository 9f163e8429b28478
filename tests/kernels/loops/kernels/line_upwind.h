#define VF_KERNEL line_upwind
#define VF_SUMMARY "Third-order upwind difference along a line: (2 x(i+1) + 3 x(i) - 6 x(i-1) + x(i-2)) / 6"
#define VF_RANK 1
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                    \
  READ(real, x, same, reach(below(2), above(1)), "field of rank 1") \
  WRITE(real, y, same, reach(0), "difference")

VF_BODY(i, n)
{
  VF_AT(y, i, n) = (2 * VF_AT(x, i + 1, n) + 3 * VF_AT(x, i, n) - 6 * VF_AT(x, i - 1, n) + VF_AT(x, i - 2, n)) / 6;
}
