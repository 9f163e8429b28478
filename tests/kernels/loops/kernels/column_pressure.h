#define VF_KERNEL column_pressure
#define VF_SUMMARY "p(k) = p(k+1) + rho(k) dz(k) downwards in each column, from p(last+1)"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                              \
  READ(real, rho, along(i, j, any), reach(0), "density")                                      \
  READ(real, dz, along(any), reach(0), "heights of the levels")                               \
  UPDATE(real, p, along(i, j, any), reach(0), "pressure; that above the last level is given") \
  VALUE(int, first, "first level")                                                            \
  VALUE(int, last, "last level")

VF_BODY(i, j, n)
{
  for (int k = last; k >= first; k--) VF_AT(p, i, j, k) = VF_AT(p, i, j, k + 1) + VF_AT(rho, i, j, k) * VF_AT(dz, k);
}
