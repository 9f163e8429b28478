/* A reduction without coefficients. */
#define VF_KERNEL count_parents
#define VF_SUMMARY "Sum of marks"
#define VF_POINTS reduction
#define VF_REDUCE sum
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                        \
  READ(int, marks, shared(coarsened), reach(0), "0 or 1")               \
  READ(real, fine, refined, reach(1), "field")                          \
  VALUE(int, only, "the mark that counts")

VF_TERM(i, j, k, n) { return VF_AT(fine, 2 * i, 2 * j, 2 * k, n) * (VF_AT(marks, i, j, k, n) == only); }
