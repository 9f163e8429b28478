/* Wrong on purpose: a line read at i + 1 reads x in the cell above the point in y, so the body reaches into y too. */
#define VF_KERNEL line_reads_outside
#define VF_SUMMARY "Difference to the right: y(i) = x(i + 1, j + 1) - x(i, j + 1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                          \
  READ (real, x, same, reach(below(0, 0, 0), above(1, 0, 0)), "field")                    \
  WRITE(real, y, same, reach(0), "difference")
#define VF_LINES(LINE) LINE(real, above, reach(below(0), above(1)), "x above the point in y")

VF_LINE(above, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(above, i + 1) - VF_LINE_AT(above, i); }
