/* The rows beside a row, and the diagonal rows, are summed once, as in the buffers s1 and s2 of resid. */
#define VF_KERNEL vmg_residual
#define VF_SUMMARY "r = v - A u; A has the weights a, by the number of directions in which a neighbour differs"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1 /* coarse levels pass r as v */
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(real, u, same, reach(1), "solution; ghosts filled")   \
  READ(real, v, same, reach(0), "right-hand side; may be r") \
  WRITE(real, r, same, reach(0), "residual")                 \
  VALUE(reals(4), a, "weights of a vertex, its faces, edges and corners")
#define VF_LINES(LINE)                                 \
  LINE(real, s1, reach(1), "sum over the rows beside") \
  LINE(real, s2, reach(1), "sum over the diagonal rows")

VF_LINE(s1, i, j, k, n)
{
  return VF_AT(u, i, j - 1, k, n) + VF_AT(u, i, j + 1, k, n) + VF_AT(u, i, j, k - 1, n) + VF_AT(u, i, j, k + 1, n);
}

VF_LINE(s2, i, j, k, n)
{
  return VF_AT(u, i, j - 1, k - 1, n) + VF_AT(u, i, j + 1, k - 1, n) + VF_AT(u, i, j - 1, k + 1, n) +
         VF_AT(u, i, j + 1, k + 1, n);
}

VF_BODY(i, j, k, n)
{
  VF_AT(r, i, j, k, n) = VF_AT(v, i, j, k, n) - a.at[0] * VF_AT(u, i, j, k, n) -
                         a.at[1] * (VF_AT(u, i - 1, j, k, n) + VF_AT(u, i + 1, j, k, n) + VF_LINE_AT(s1, i)) -
                         a.at[2] * (VF_LINE_AT(s2, i) + VF_LINE_AT(s1, i - 1) + VF_LINE_AT(s1, i + 1)) -
                         a.at[3] * (VF_LINE_AT(s2, i - 1) + VF_LINE_AT(s2, i + 1));
}
