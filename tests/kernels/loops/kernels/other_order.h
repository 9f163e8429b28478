#define VF_KERNEL other_order
#define VF_SUMMARY "y(i,j,k) = x(i,k,j) + 2 x(i,k,j+1): the array has the vertical in its second index"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                       \
  READ(real, x, along(i, k, j, n), reach(below(0), above(0, 1, 0)), "field (i, k, j)") \
  WRITE(real, y, same, reach(0), "field (i, j, k)")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, k, j, n) + 2 * VF_AT(x, i, k, j + 1, n); }
