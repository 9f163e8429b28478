#define VF_KERNEL residual_27
#define VF_SUMMARY "r = v - A u, where A has the weights a(1), a(2), a(3) for a cell, its edges and its corners"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)             \
  READ(real, u, same, reach(1), "solution; one ghost layer") \
  READ(real, v, same, reach(0), "right-hand side")           \
  WRITE(real, r, same, reach(0), "residual")                 \
  VALUE(real3, a, "weights")
#define VF_LINES(LINE)                                                     \
  LINE(real, u1, reach(1), "sum of u over the four neighbours in y and z") \
  LINE(real, u2, reach(1), "sum of u over the four diagonal ones")

VF_LINE(u1, i, j, k, n)
{
  return VF_AT(u, i, j - 1, k, n) + VF_AT(u, i, j + 1, k, n) + VF_AT(u, i, j, k - 1, n) + VF_AT(u, i, j, k + 1, n);
}

VF_LINE(u2, i, j, k, n)
{
  return VF_AT(u, i, j - 1, k - 1, n) + VF_AT(u, i, j + 1, k - 1, n) + VF_AT(u, i, j - 1, k + 1, n) +
         VF_AT(u, i, j + 1, k + 1, n);
}

VF_BODY(i, j, k, n)
{
  VF_AT(r, i, j, k, n) = VF_AT(v, i, j, k, n) - a.at[0] * VF_AT(u, i, j, k, n) -
                         a.at[1] * (VF_LINE_AT(u2, i) + VF_LINE_AT(u1, i - 1) + VF_LINE_AT(u1, i + 1)) -
                         a.at[2] * (VF_LINE_AT(u2, i - 1) + VF_LINE_AT(u2, i + 1));
}
