#define VF_KERNEL descend
#define VF_SUMMARY "The residual after a step along p, r = r - (rr / p_ap) ap, and the sum of r r"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                              \
  VALUE(real, rr, "sum of r r before the step")                               \
  READ(double, p_ap, along(any), reach(0), "sum of p ap, a list of length 1") \
  READ(real, ap, same, reach(0), "matrix times p")                            \
  UPDATE(real, r, same, reach(0), "residual")
#define VF_RESULTS(SUM, MIN, MAX) SUM(rr_after, "sum of r r after the step")

VF_BODY(i, j, k, n)
{
  const real alpha = (real)(rr / VF_AT(p_ap, 1));
  const real residual = VF_AT(r, i, j, k, n) - alpha * VF_AT(ap, i, j, k, n);
  VF_AT(r, i, j, k, n) = residual;
  VF_GIVE(rr_after, residual * residual);
}
