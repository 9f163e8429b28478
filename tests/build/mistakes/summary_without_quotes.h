/* says: once: summary_without_quotes\.h:3: error: viewfab: VF_SUMMARY is no text in quotes */
#define VF_KERNEL summary_without_quotes
#define VF_SUMMARY copies
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
