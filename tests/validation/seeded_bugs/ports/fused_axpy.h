/* No bug: axpy with one rounding in place of two, as a compiler may contract it. */
#define VF_KERNEL fused_axpy
#define VF_SUMMARY "Adds a multiple with one rounding: y = fma(a, x, y)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  VALUE (real, a, "factor")                                                                     \
  READ  (real, x, same, reach(0), "field to add")                                               \
  UPDATE(real, y, same, reach(0), "field that is added to")

VF_BODY(i, j, k, n)
{
  VF_AT(y, i, j, k, n) = (real)fma((double)a, (double)VF_AT(x, i, j, k, n), (double)VF_AT(y, i, j, k, n));
}
