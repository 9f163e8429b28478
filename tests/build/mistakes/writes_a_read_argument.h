/* says: writes_a_read_argument.h(:9:[0-9]+: error: assignment of read-only|[(]9[)]: error: expression must be a modifiable lvalue) */
#define VF_KERNEL writes_a_read_argument
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(y, i, j, k, n); }
