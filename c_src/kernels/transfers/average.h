/* Restriction of a cell-centred field. The order of the sum: i fastest, then j, then k. average3dgen of BoxLib adds the higher
 * indices of i and j first, so the last digit may differ. */
#include <viewfab/kit/stencil.h>

#define VF_KERNEL average
#define VF_SUMMARY "Restriction: coarse = mean of the 8 fine children, coarse(i,j,k) = (sum of fine(2i:2i+1, 2j:2j+1, 2k:2k+1)) / 8"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, fine,   refined, reach(0), "fine cell-centred field; covers the refined box")     \
  WRITE(real, coarse, same,    reach(0), "coarse cell-centred field, in the units of fine")

VF_BODY(i, j, k, n)
{
  const int x = 2 * i, y = 2 * j, z = 2 * k;
  VF_AT(coarse, i, j, k, n) = VF_MEAN_OF_8(VF_AT(fine, x, y, z, n), VF_AT(fine, x + 1, y, z, n),
                                           VF_AT(fine, x, y + 1, z, n), VF_AT(fine, x + 1, y + 1, z, n),
                                           VF_AT(fine, x, y, z + 1, n), VF_AT(fine, x + 1, y, z + 1, n),
                                           VF_AT(fine, x, y + 1, z + 1, n), VF_AT(fine, x + 1, y + 1, z + 1, n));
}
