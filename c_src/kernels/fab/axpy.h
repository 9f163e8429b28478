#define VF_KERNEL axpy
#define VF_SUMMARY "Adds a multiple: y = y + a x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (real, a, "factor")                                                                     \
  READ  (real, x, same, reach(0), "field to add")                                               \
  UPDATE(real, y, same, reach(0), "field to add to")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) += a * VF_AT(x, i, j, k, n); }
