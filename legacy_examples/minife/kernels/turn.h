#define VF_KERNEL turn
#define VF_SUMMARY "The step along p itself, x = x + (rr / p_ap) p, and the next direction, p = r + beta p"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                              \
  VALUE(real, rr, "sum of r r before the step")                               \
  READ(double, p_ap, along(any), reach(0), "sum of p ap, a list of length 1") \
  VALUE(real, beta, "part of the old direction to keep")                      \
  READ(real, r, same, reach(0), "residual after the step")                    \
  UPDATE(real, x, same, reach(0), "solution")                                 \
  UPDATE(real, p, same, reach(0), "direction")

VF_BODY(i, j, k, n)
{
  const real alpha = (real)(rr / VF_AT(p_ap, 1));
  const real step = VF_AT(p, i, j, k, n);
  const real solution = VF_AT(x, i, j, k, n) + alpha * step;
  const real next = VF_AT(r, i, j, k, n) + beta * step;
  VF_AT(x, i, j, k, n) = solution;
  VF_AT(p, i, j, k, n) = next;
}
