/* says: shift_of_no_value\.h:6: error: .* the name .by. is a shift */
#define VF_KERNEL shift_of_no_value
#define VF_SUMMARY "is shifted by a value that is not there"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)     \
  READ (real, x, shifted(by), reach(0), "shifted")   \
  WRITE(real, y, same, reach(0), "array that is written")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = 0; }
