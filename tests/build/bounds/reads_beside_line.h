/* Wrong on purpose, if `by` is neither 0 nor -1: reads the second line further than declared. */
#define VF_KERNEL reads_beside_line
#define VF_SUMMARY "y(i) = x(i, j - 1) + x(i + by, j + 1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  READ (real, x, same, reach(2), "field")                \
  WRITE(real, y, same, reach(0), "sum")                  \
  VALUE(int, by, "how far to the right the second is read")
#define VF_LINES(LINE)                                             \
  LINE(real, low, reach(0), "x below the point in y")              \
  LINE(real, high, reach(below(1), above(0)), "x above the point in y")

VF_LINE(low, i, j, k, n) { return VF_AT(x, i, j - 1, k, n); }
VF_LINE(high, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(low, i) + VF_LINE_AT(high, i + by); }
