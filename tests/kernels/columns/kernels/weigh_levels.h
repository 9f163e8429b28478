/* A profile along the third direction of a box. Kernels over columns read the same profile. */
#define VF_KERNEL weigh_levels
#define VF_SUMMARY "x(i,j,k) = weight(k) x(i,j,k)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)              \
  READ(real, weight, along(k), reach(0), "weight of a level") \
  UPDATE(real, x, same, reach(0), "weighed values")
VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = VF_AT(weight, k) * VF_AT(x, i, j, k, n); }
