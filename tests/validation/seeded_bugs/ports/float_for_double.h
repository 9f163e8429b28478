/* apply_poisson with float variables inside. */
#define VF_KERNEL float_for_double
#define VF_SUMMARY "Wrong port: 7-point Laplacian, computed in single precision"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, x, same, reach(1), "cell-centred field")                                          \
  WRITE(real, y, same, reach(0), "Laplacian of x")                                              \
  VALUE(real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const float inverse_h2 = 1 / (float)(h * h);
  const float sum = (float)(VF_AT(x, i - 1, j, k, n) + VF_AT(x, i + 1, j, k, n)
                          + VF_AT(x, i, j - 1, k, n) + VF_AT(x, i, j + 1, k, n)
                          + VF_AT(x, i, j, k - 1, n) + VF_AT(x, i, j, k + 1, n));
  VF_AT(y, i, j, k, n) = (sum - 6 * (float)VF_AT(x, i, j, k, n)) * inverse_h2;
}
