#define VF_KERNEL xpay
#define VF_SUMMARY "Scales and adds: y = x + a y"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, x, same, reach(0), "field to add")                                               \
  VALUE (real, a, "factor of y")                                                                \
  UPDATE(real, y, same, reach(0), "field to scale and to add to")

VF_BODY(i, j, k, n) { VF_AT(y, i, j, k, n) = VF_AT(x, i, j, k, n) + a * VF_AT(y, i, j, k, n); }
