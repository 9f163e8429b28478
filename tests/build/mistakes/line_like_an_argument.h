/* says: once: line_like_an_argument\.h:8:[0-9]+: error: conflicting types for [^ ]*x[^ ]*; have [^ ]*vfi_line_ */
#define VF_KERNEL line_like_an_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, x, reach(1), "x ahead")

VF_LINE(x, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(x, i - 1) + VF_LINE_AT(x, i + 1); }
