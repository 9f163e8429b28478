/* apply_poisson that reads the first component for all components. */
#define VF_KERNEL wrong_component
#define VF_SUMMARY "Wrong port: every component of y is the Laplacian of the first component of x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, x, same, reach(1), "cell-centred field")                                          \
  WRITE(real, y, same, reach(0), "Laplacian of x")                                              \
  VALUE(real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const real inverse_h2 = 1 / (h * h);
  const real sum = VF_AT(x, i - 1, j, k, 0) + VF_AT(x, i + 1, j, k, 0)
                 + VF_AT(x, i, j - 1, k, 0) + VF_AT(x, i, j + 1, k, 0)
                 + VF_AT(x, i, j, k - 1, 0) + VF_AT(x, i, j, k + 1, 0);
  VF_AT(y, i, j, k, n) = (sum - 6 * VF_AT(x, i, j, k, 0)) * inverse_h2;
}
