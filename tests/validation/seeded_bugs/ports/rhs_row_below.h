/* residual that reads its right-hand side one row below. */
#define VF_KERNEL rhs_row_below
#define VF_SUMMARY "Wrong port: residual = rhs(j - 1) - laplacian(phi)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, phi,      same, reach(1), "solution; one ghost layer, filled")                   \
  READ  (real, rhs,      same, reach(1), "right-hand side")                                     \
  WRITE (real, residual, same, reach(0), "residual")                                            \
  VALUE (real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const real neighbours = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n) + VF_AT(phi, i, j - 1, k, n) +
                          VF_AT(phi, i, j + 1, k, n) + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(residual, i, j, k, n) = VF_AT(rhs, i, j - 1, k, n) - (neighbours - 6 * VF_AT(phi, i, j, k, n)) / (h * h);
}
