/* says: line_read_beyond_its_reach\.h:11:[0-9]+: error: .*a body reads a line beyond the reach that VF_LINES gives it */
#define VF_KERNEL line_read_beyond_its_reach
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, r, reach(1), "x ahead")

VF_LINE(r, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 2); }
