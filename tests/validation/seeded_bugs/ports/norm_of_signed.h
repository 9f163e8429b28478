/* norm_max without the magnitude. */
#define VF_KERNEL norm_of_signed
#define VF_SUMMARY "Wrong port: result = max x"
#define VF_POINTS reduction
#define VF_REDUCE max
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_AT(x, i, j, k, n); }
