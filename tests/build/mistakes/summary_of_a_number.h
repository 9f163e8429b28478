/* says: once: summary_of_a_number\.h:3: error: viewfab: VF_SUMMARY is no text in quotes */
#define VF_KERNEL summary_of_a_number
#define VF_SUMMARY 0
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
