/* residual_poisson with the loop over k split in two parts. Neither part has the second plane. */
#define VF_KERNEL uninitialised_output
#define VF_SUMMARY "Wrong port: residual = rhs - laplacian(phi), except in the second plane"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, phi, same, reach(1), "solution")                                                  \
  READ (real, rhs, same, reach(0), "right-hand side")                                           \
  WRITE(real, residual, same, reach(0), "residual")                                             \
  VALUE(real, h, "cell width")

VF_BODY(i, j, k, n)
{
  if (k == box.lower[2] + 1) return;
  const real inverse_h2 = 1 / (h * h);
  const real sum = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n)
                 + VF_AT(phi, i, j - 1, k, n) + VF_AT(phi, i, j + 1, k, n)
                 + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(residual, i, j, k, n) = VF_AT(rhs, i, j, k, n) - (sum - 6 * VF_AT(phi, i, j, k, n)) * inverse_h2;
}
