/* gsrb_poisson over all cells at once. */
#define VF_KERNEL no_colours
#define VF_SUMMARY "Wrong port: phi = (sum of the 6 neighbours - h^2 rhs) / 6 in all cells, whatever the colour"
#define VF_POINTS all
#define VF_RACE_INTENDED 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  UPDATE(real, phi, same, reach(1), "solution")                                                 \
  READ  (real, rhs, same, reach(0), "right-hand side")                                          \
  VALUE (real, h, "cell width")

VF_BODY(i, j, k, n)
{
  const real sum = VF_AT(phi, i - 1, j, k, n) + VF_AT(phi, i + 1, j, k, n)
                 + VF_AT(phi, i, j - 1, k, n) + VF_AT(phi, i, j + 1, k, n)
                 + VF_AT(phi, i, j, k - 1, n) + VF_AT(phi, i, j, k + 1, n);
  VF_AT(phi, i, j, k, n) = (sum - h * h * VF_AT(rhs, i, j, k, n)) / 6;
}
