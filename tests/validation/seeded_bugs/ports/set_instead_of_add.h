/* interp that overwrites the fine field. */
#define VF_KERNEL set_instead_of_add
#define VF_SUMMARY "Wrong port: fine(2i:2i+1, 2j:2j+1, 2k:2k+1) = coarse(i,j,k)"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ  (real, coarse, same,    reach(0), "coarse cell-centred correction")                     \
  UPDATE(real, fine,   refined, reach(0), "fine cell-centred field")

VF_BODY(i, j, k, n)
{
  for (int child = 0; child < 8; child++)
    VF_AT(fine, 2 * i + (child & 1), 2 * j + (child >> 1 & 1), 2 * k + (child >> 2), n) = VF_AT(coarse, i, j, k, n);
}
