/* Wrong on purpose: x(j - 1) belongs to another point. */
#define VF_KERNEL writes_beside
#define VF_SUMMARY "x(j - 1) = x(j) + 1"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  UPDATE(real, x, same, reach(1), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j - 1, k, n) = VF_AT(x, i, j, k, n) + 1; }
