/* says: once: line_writes\.h:10:[0-9]+: error: assignment of read-only location */
#define VF_KERNEL line_writes
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, r, reach(1), "x ahead")

VF_LINE(r, i, j, k, n) { VF_AT(x, i, j, k, n) = 1; return 0; }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 1); }
