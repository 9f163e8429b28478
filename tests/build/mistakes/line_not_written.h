/* says: once: line_not_written\.h:1:[0-9]+: error: .*the kernel file has no VF_LINE\(r, ...\) { return ...; } */
#define VF_KERNEL line_not_written
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, r, reach(1), "x ahead")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 1); }
