#define VF_KERNEL norm_max
#define VF_SUMMARY "Maximum norm over the box and all components: result = max |x|; a NaN in x gives NaN"
#define VF_POINTS reduction
#define VF_REDUCE max
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ(real, x, same, reach(0), "field")

VF_TERM(i, j, k, n) { return VF_ABS(VF_AT(x, i, j, k, n)); }
