/* gsrb_poisson that reads its right-hand side one plane above. */
#define VF_KERNEL rhs_plane_above
#define VF_SUMMARY "Wrong port: phi = (sum6 phi - h^2 rhs(k + 1)) / 6"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution, ghosts filled")                                  \
  READ  (real, rhs, same, reach(1), "right-hand side")                                          \
  VALUE (real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const real neighbours = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n) + VF_AT(phi, i, j - 1, k, n) +
                          VF_AT(phi, i, j + 1, k, n) + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(phi, i, j, k, n) = (neighbours - h * h * VF_AT(rhs, i, j, k + 1, n)) / 6;
}
