/* No array in the type of the pass. */
#define VF_KERNEL widen
#define VF_SUMMARY "wide = factor narrow, computed in double"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)          \
  READ(float, narrow, same, reach(0), "single precision") \
  WRITE(double, wide, same, reach(0), "double precision") \
  VALUE(real, factor, "no unit")

VF_BODY(i, j, k, n) { VF_AT(wide, i, j, k, n) = factor * VF_AT(narrow, i, j, k, n); }
