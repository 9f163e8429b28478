/* The lines lie at the fine vertex 2i, between the coarse vertices i and i+1. */
#define VF_KERNEL vmg_restrict
#define VF_SUMMARY "Four times the full weighting of r around its vertex 2j-1, for coarse vertex j"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                     \
  READ(real, r, refined_by(2, -1), reach(below(1), above(0)), "fine, at 2j-2 .. 2j") \
  WRITE(real, s, same, reach(0), "coarse")
#define VF_LINES(LINE)                                                  \
  LINE(real, s1, reach(below(1), above(0)), "sum over the rows beside") \
  LINE(real, s2, reach(below(1), above(0)), "sum over the diagonal rows")

VF_LINE(s1, i, j, k, n)
{
  const int x = 2 * i, y = 2 * j - 1, z = 2 * k - 1;
  return VF_AT(r, x, y - 1, z, n) + VF_AT(r, x, y + 1, z, n) + VF_AT(r, x, y, z - 1, n) + VF_AT(r, x, y, z + 1, n);
}

VF_LINE(s2, i, j, k, n)
{
  const int x = 2 * i, y = 2 * j - 1, z = 2 * k - 1;
  return VF_AT(r, x, y - 1, z - 1, n) + VF_AT(r, x, y + 1, z - 1, n) + VF_AT(r, x, y - 1, z + 1, n) +
         VF_AT(r, x, y + 1, z + 1, n);
}

VF_BODY(i, j, k, n)
{
  const int x = 2 * i - 1, y = 2 * j - 1, z = 2 * k - 1;
  const real t1 =
      VF_AT(r, x, y - 1, z, n) + VF_AT(r, x, y + 1, z, n) + VF_AT(r, x, y, z - 1, n) + VF_AT(r, x, y, z + 1, n);
  const real t2 = VF_AT(r, x, y - 1, z - 1, n) + VF_AT(r, x, y + 1, z - 1, n) + VF_AT(r, x, y - 1, z + 1, n) +
                  VF_AT(r, x, y + 1, z + 1, n);
  VF_AT(s, i, j, k, n) = (real)0.5 * VF_AT(r, x, y, z, n) +
                         (real)0.25 * (VF_AT(r, x - 1, y, z, n) + VF_AT(r, x + 1, y, z, n) + t1) +
                         (real)0.125 * (t2 + VF_LINE_AT(s1, i - 1) + VF_LINE_AT(s1, i)) +
                         (real)0.0625 * (VF_LINE_AT(s2, i - 1) + VF_LINE_AT(s2, i));
}
