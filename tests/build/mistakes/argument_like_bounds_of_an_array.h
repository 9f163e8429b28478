/* says: the name .X_hi. is used by viewfab itself, for bounds of an array */
#define VF_KERNEL argument_like_bounds_of_an_array
#define VF_SUMMARY "Wrong on purpose"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  VALUE(real, X_hi, "number")                    \
  WRITE(real, x, same, reach(0), "field")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = X_hi; }
