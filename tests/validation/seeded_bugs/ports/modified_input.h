/* gsrb_poisson that scales its right-hand side in place. */
#define VF_KERNEL modified_input
#define VF_SUMMARY "Wrong port: rhs = h^2 rhs, phi = (sum of the 6 neighbours - rhs) / 6"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution")                                                 \
  UPDATE(real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const real sum = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n)
                 + VF_AT(phi, i, j - 1, k, n) + VF_AT(phi, i, j + 1, k, n)
                 + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(rhs, i, j, k, n) *= h * h;
  VF_AT(phi, i, j, k, n) = (sum - VF_AT(rhs, i, j, k, n)) / 6;
}
