/* says: once: argument_without_a_text\.h:7: error: viewfab: WRITE[(]...[)] of .y. has no text in quotes */
#define VF_KERNEL argument_without_a_text
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, y, same, reach(0), 0)

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
