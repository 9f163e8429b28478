#define VF_KERNEL mass_coordinate
#define VF_SUMMARY "t = (c1(k) mu(i,j) + c2(k)) w(n) x, as the hybrid vertical coordinate of weather codes has it"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                            \
  READ(real, x, same, reach(0), "field")                                                    \
  READ(real, c1, along(k), reach(below(0, 0, 1), above(0)), "profile; the level below too") \
  READ(real, c2, along(k, n), reach(0), "profile of each component")                        \
  READ(real, mu, along(i, j), reach(0), "column mass")                                      \
  READ(real, w, along(n), reach(0), "weight of each component")                             \
  WRITE(real, t, same, reach(0), "result")

VF_BODY(i, j, k, n)
{
  const real c = VF_AT(c1, k - 1) + VF_AT(c1, k);
  VF_AT(t, i, j, k, n) = (c * VF_AT(mu, i, j) + VF_AT(c2, k, n)) * VF_AT(w, n) * VF_AT(x, i, j, k, n);
}
