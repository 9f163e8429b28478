/* says: once: line_without_list\.h:9:[0-9]+: error: unknown type name [^ ]*type_of_r_in_VF_LINES */
#define VF_KERNEL line_without_list
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(1), "field")        \
  WRITE(real, y, same, reach(0), "sum")

VF_LINE(r, i, j, k, n) { return VF_AT(x, i, j + 1, k, n); }
VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
