/* axpy with y factored out: for y = 0 the division 0 / 0 makes a NaN. */
#define VF_KERNEL nan_where_zero
#define VF_SUMMARY "Wrong port: y = y (1 + a x / y)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (real, a, "factor")                                                                     \
  READ  (real, x, same, reach(0), "field to add")                                               \
  UPDATE(real, y, same, reach(0), "field that is added to")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) *= 1 + a * VF_AT(x, i, j, k, n) / VF_AT(y, i, j, k, n); }
