/* gsrb_poisson with half the trip count rounded down: the last cell of an odd extent is forgotten. */
#define VF_KERNEL off_by_one_at_hi
#define VF_SUMMARY "Wrong port: phi = (sum of the 6 neighbours - h^2 rhs) / 6 in the first (hi - lo + 1) / 2 cells of a colour"
#define VF_POINTS coloured
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution")                                                 \
  READ  (real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, h, "cell width")

VF_BODY(i, j, k, n)
{
  if ((i - box.lower[0]) / 2 >= (box.upper[0] - box.lower[0] + 1) / 2) return;
  const real sum = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n)
                 + VF_AT(phi, i, j - 1, k, n) + VF_AT(phi, i, j + 1, k, n)
                 + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(phi, i, j, k, n) = (sum - h * h * VF_AT(rhs, i, j, k, n)) / 6;
}
