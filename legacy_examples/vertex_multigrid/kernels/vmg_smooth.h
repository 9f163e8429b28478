#define VF_KERNEL vmg_smooth
#define VF_SUMMARY "u = u + C r; C has the weights c, by the number of directions in which a neighbour differs"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)           \
  READ(real, r, same, reach(1), "residual; ghosts filled") \
  UPDATE(real, u, same, reach(0), "solution")              \
  VALUE(reals(4), c, "weights of a vertex, its faces, edges and corners")
#define VF_LINES(LINE)                                 \
  LINE(real, s1, reach(1), "sum over the rows beside") \
  LINE(real, s2, reach(1), "sum over the diagonal rows")

VF_LINE(s1, i, j, k, n)
{
  return VF_AT(r, i, j - 1, k, n) + VF_AT(r, i, j + 1, k, n) + VF_AT(r, i, j, k - 1, n) + VF_AT(r, i, j, k + 1, n);
}

VF_LINE(s2, i, j, k, n)
{
  return VF_AT(r, i, j - 1, k - 1, n) + VF_AT(r, i, j + 1, k - 1, n) + VF_AT(r, i, j - 1, k + 1, n) +
         VF_AT(r, i, j + 1, k + 1, n);
}

VF_BODY(i, j, k, n)
{
  VF_AT(u, i, j, k, n) = VF_AT(u, i, j, k, n) + c.at[0] * VF_AT(r, i, j, k, n) +
                         c.at[1] * (VF_AT(r, i - 1, j, k, n) + VF_AT(r, i + 1, j, k, n) + VF_LINE_AT(s1, i)) +
                         c.at[2] * (VF_LINE_AT(s2, i) + VF_LINE_AT(s1, i - 1) + VF_LINE_AT(s1, i + 1)) +
                         c.at[3] * (VF_LINE_AT(s2, i - 1) + VF_LINE_AT(s2, i + 1));
}
