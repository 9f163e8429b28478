/* Reads two elements below and one above in x, and an element on each side in y. Reads nothing outside its
 * plane. */
#define VF_KERNEL upwind
#define VF_SUMMARY "y = x(i-2) + 8 x(i+1) + 64 x(j-1) + 512 x(j+1) + 4096 w(j+1)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                        \
  READ(real, x, same, reach(below(2, 1, 0), above(1, 1, 0)), "field")                   \
  READ(real, w, shared(same), reach(below(0), above(0, 1, 0)), "field, one more above") \
  READ(real, plane, same, reach(1, 1, 0), "five points")                                \
  WRITE(real, y, same, reach(0), "sum")

VF_BODY(i, j, k, n)
{
  VF_AT(y, i, j, k, n) = VF_AT(x, i - 2, j, k, n) + 8 * VF_AT(x, i + 1, j, k, n) + 64 * VF_AT(x, i, j - 1, k, n) +
                         512 * VF_AT(x, i, j + 1, k, n) + 4096 * VF_AT(w, i, j + 1, k, n) +
                         32768 * (VF_AT(plane, i - 1, j, k, n) - VF_AT(plane, i, j + 1, k, n));
}
