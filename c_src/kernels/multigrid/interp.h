/* Prolongation of a correction, piecewise constant, as interp3dgen has it. */
#define VF_KERNEL interp
#define VF_SUMMARY "Prolongation: adds a coarse correction to its 8 children, fine(2i:2i+1, 2j:2j+1, 2k:2k+1) += coarse(i,j,k)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, coarse, same,    reach(0), "coarse cell-centred correction")                     \
  UPDATE(real, fine,   refined, reach(0), "fine cell-centred field; covers the refined box")

VF_BODY(i, j, k, n)
{
  const real correction = VF_AT(coarse, i, j, k, n);
  for (int z = 2 * k; z <= 2 * k + 1; z++)
    for (int y = 2 * j; y <= 2 * j + 1; y++) {
      VF_AT(fine, 2 * i, y, z, n) += correction;
      VF_AT(fine, 2 * i + 1, y, z, n) += correction;
    }
}
