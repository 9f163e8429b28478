/* says: once: line_of_another_rank\.h:10:[0-9]+: error: .*in a kernel of rank 3 VF_LINE names \(i, j, k, n\) */
#define VF_KERNEL line_of_another_rank
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")
#define VF_LINES(LINE) LINE(real, r, reach(1), "x ahead")

VF_LINE(r, i, j, n) { return VF_AT(x, i, j + 1, 0, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_LINE_AT(r, i - 1) + VF_LINE_AT(r, i + 1); }
