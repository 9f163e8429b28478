/* Lines in a kernel of rank 2. */
#define VF_KERNEL plane_rows
#define VF_SUMMARY "y = x + w (d(i-1) + d(i+1)), where d is the sum of x over both sides in y"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)          \
  READ(real, x, same, reach(1), "field; one ghost layer") \
  WRITE(real, y, same, reach(0), "smoothed field")        \
  VALUE(real, w, "weight")
#define VF_LINES(LINE) LINE(real, d, reach(1), "sum of x over both sides in y")

VF_LINE(d, i, j, n) { return VF_AT(x, i, j - 1, n) + VF_AT(x, i, j + 1, n); }

VF_BODY(i, j, n) { VF_AT(y, i, j, n) = VF_AT(x, i, j, n) + w * (VF_LINE_AT(d, i - 1) + VF_LINE_AT(d, i + 1)); }
