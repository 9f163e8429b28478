/* A reduction with a coefficient: it has every possible specific procedure. */
#define VF_KERNEL largest_part
#define VF_SUMMARY "max |x| weight"
#define VF_POINTS reduction
#define VF_REDUCE max
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  VALUE(real3, weight, "no unit")

VF_TERM(i, j, k, n) { return VF_ABS(VF_AT(x, i, j, k, n)) * weight.at[0]; }
