/* Intermediate values. */
#define VF_KERNEL rows_of_sums
#define VF_SUMMARY "y = s(i-2) + s(i+1) + d(i)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                      \
  READ (real, x, same, reach(below(2, 1, 1), above(1, 1, 1)), "field")                \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE)                                                                \
  LINE(real, s, reach(below(2), above(1)), "sum of x over both sides in y | and z")   \
  LINE(real, d, reach(0), "their difference")

VF_LINE(s, i, j, k, n) { return VF_AT(x, i, j - 1, k - 1, n) + VF_AT(x, i, j + 1, k + 1, n); }
VF_LINE(d, i, j, k, n) { return VF_AT(x, i, j - 1, k - 1, n) - VF_AT(x, i, j + 1, k + 1, n); }

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(s, i - 2) + VF_LINE_AT(s, i + 1) + VF_LINE_AT(d, i); }
