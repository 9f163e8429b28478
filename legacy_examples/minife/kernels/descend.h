#define VF_KERNEL descend
#define VF_SUMMARY "A step along p: x = x + alpha p, r = r - alpha ap, and the sum of r r"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  VALUE(real, alpha, "length of the step")         \
  READ(real, p, same, reach(0), "direction")       \
  READ(real, ap, same, reach(0), "matrix times p") \
  UPDATE(real, x, same, reach(0), "solution")      \
  UPDATE(real, r, same, reach(0), "residual")
#define VF_RESULTS(SUM, MIN, MAX) SUM(rr, "sum of r r after the step")

VF_BODY(i, j, k, n)
{
  const real solution = VF_AT(x, i, j, k, n) + alpha * VF_AT(p, i, j, k, n);
  const real residual = VF_AT(r, i, j, k, n) - alpha * VF_AT(ap, i, j, k, n);
  VF_AT(x, i, j, k, n) = solution;
  VF_AT(r, i, j, k, n) = residual;
  VF_GIVE(rr, residual * residual);
}
