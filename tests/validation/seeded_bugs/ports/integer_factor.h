/* axpy with a factor declared as integer. */
#define VF_KERNEL integer_factor
#define VF_SUMMARY "Wrong port: y = y + int(a) x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (real, a, "factor")                                                                     \
  READ  (real, x, same, reach(0), "field to add")                                               \
  UPDATE(real, y, same, reach(0), "field that is added to")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) += (int)a * VF_AT(x, i, j, k, n); }
