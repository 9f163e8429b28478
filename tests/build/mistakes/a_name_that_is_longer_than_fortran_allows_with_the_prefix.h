/* says: is longer than 35 */
#define VF_KERNEL a_name_that_is_longer_than_fortran_allows_with_the_prefix
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "copy of x")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n); }
