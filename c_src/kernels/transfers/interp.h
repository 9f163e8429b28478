/* Prolongation of a correction, piecewise constant, as in interp3dgen. All loads come before the stores, so that they run at
 * once. */
#define VF_KERNEL interp
#define VF_SUMMARY "Prolongation: adds a coarse correction to its 8 children, fine(2i:2i+1, 2j:2j+1, 2k:2k+1) += coarse(i,j,k)"
#define VF_POINTS all
#define VF_TUNED_GPU 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, coarse, same,    reach(0), "coarse cell-centred correction")                     \
  UPDATE(real, fine,   refined, reach(0), "fine cell-centred field; covers the refined box")

VF_BODY(i, j, k, n)
{
  const int x = 2 * i, y = 2 * j, z = 2 * k;
  const real correction = VF_AT(coarse, i, j, k, n);
  const real f000 = VF_AT(fine, x, y, z, n), f100 = VF_AT(fine, x + 1, y, z, n);
  const real f010 = VF_AT(fine, x, y + 1, z, n), f110 = VF_AT(fine, x + 1, y + 1, z, n);
  const real f001 = VF_AT(fine, x, y, z + 1, n), f101 = VF_AT(fine, x + 1, y, z + 1, n);
  const real f011 = VF_AT(fine, x, y + 1, z + 1, n), f111 = VF_AT(fine, x + 1, y + 1, z + 1, n);
  VF_AT(fine, x, y, z, n) = f000 + correction;
  VF_AT(fine, x + 1, y, z, n) = f100 + correction;
  VF_AT(fine, x, y + 1, z, n) = f010 + correction;
  VF_AT(fine, x + 1, y + 1, z, n) = f110 + correction;
  VF_AT(fine, x, y, z + 1, n) = f001 + correction;
  VF_AT(fine, x + 1, y, z + 1, n) = f101 + correction;
  VF_AT(fine, x, y + 1, z + 1, n) = f011 + correction;
  VF_AT(fine, x + 1, y + 1, z + 1, n) = f111 + correction;
}
