/* says: once: line_of_unknown_type\.h:11:[0-9]+: error: .*line r: complex is no type of elements, which are: real int */
#define VF_KERNEL line_of_unknown_type
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(complex, r, reach(1), "x ahead")

VF_LINE(r, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 1); }
