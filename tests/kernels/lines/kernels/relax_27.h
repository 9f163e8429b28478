/* The smoother of a multigrid benchmark with 27 points, whose weights depend on the number of directions to a neighbour. */
#define VF_KERNEL relax_27
#define VF_SUMMARY "x = x + S r; S has the weights c(1), c(2), c(3) for a cell, its faces and its edges"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(real, r, same, reach(1), "residual; one ghost layer") \
  UPDATE(real, x, same, reach(0), "solution")                \
  VALUE(real3, c, "weights")
#define VF_LINES(LINE)                                                         \
  LINE(real, beside, reach(1), "sum of r over the four neighbours in y and z") \
  LINE(real, diagonal, reach(1), "sum of r over the four diagonal neighbours")

VF_LINE(beside, i, j, k, n)
{
  return VF_AT(r, i, j - 1, k, n) + VF_AT(r, i, j + 1, k, n) + VF_AT(r, i, j, k - 1, n) + VF_AT(r, i, j, k + 1, n);
}

VF_LINE(diagonal, i, j, k, n)
{
  return VF_AT(r, i, j - 1, k - 1, n) + VF_AT(r, i, j + 1, k - 1, n) + VF_AT(r, i, j - 1, k + 1, n) +
         VF_AT(r, i, j + 1, k + 1, n);
}

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = VF_AT(x, i, j, k, n) + c.at[0] * VF_AT(r, i, j, k, n) +
                         c.at[1] * (VF_AT(r, i - 1, j, k, n) + VF_AT(r, i + 1, j, k, n) + VF_LINE_AT(beside, i)) +
                         c.at[2] * (VF_LINE_AT(diagonal, i) + VF_LINE_AT(beside, i - 1) + VF_LINE_AT(beside, i + 1));
}
