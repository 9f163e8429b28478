/* average that numbers the children as in an array from 1. */
#define VF_KERNEL one_based_children
#define VF_SUMMARY "Wrong port: coarse(i,j,k) = (sum of fine(2i-1:2i, 2j-1:2j, 2k-1:2k)) / 8"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, fine,   refined, reach(1), "fine cell-centred field")                             \
  WRITE(real, coarse, same,    reach(0), "coarse cell-centred field")

VF_BODY(i, j, k, n)
{
  const int x = 2 * i - 1, y = 2 * j - 1, z = 2 * k - 1;
  const real sum = VF_AT(fine, x, y, z, n) + VF_AT(fine, x + 1, y, z, n)
                 + VF_AT(fine, x, y + 1, z, n) + VF_AT(fine, x + 1, y + 1, z, n)
                 + VF_AT(fine, x, y, z + 1, n) + VF_AT(fine, x + 1, y, z + 1, n)
                 + VF_AT(fine, x, y + 1, z + 1, n) + VF_AT(fine, x + 1, y + 1, z + 1, n);
  VF_AT(coarse, i, j, k, n) = sum * (real)0.125;
}
