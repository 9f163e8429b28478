/* says: once: line_written_twice\.h:11:[0-9]+: error: redefinition of [^ ]*vfi_value_of_line_r */
#define VF_KERNEL line_written_twice
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, r, reach(1), "x ahead")

VF_LINE(r, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_LINE(r, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 1); }
