/* gsrb_poisson that counts the colour from the lower bound, right only for an even lower bound. */
#define VF_KERNEL wrong_parity
#define VF_SUMMARY "Wrong port: phi = (sum of the 6 neighbours - h^2 rhs) / 6 where i - lo + j + k has the colour"
#define VF_POINTS all
#define VF_RACE_INTENDED 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution")                                                 \
  READ  (real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, h, "cell width")

/* In a kernel over all points, direction is the caller's colour. */
VF_BODY(i, j, k, n)
{
  if ((i - box.lower[0] + j + k + direction) & 1) return;
  const real sum = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n)
                 + VF_AT(phi, i, j - 1, k, n) + VF_AT(phi, i, j + 1, k, n)
                 + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(phi, i, j, k, n) = (sum - h * h * VF_AT(rhs, i, j, k, n)) / 6;
}
