/* bl_avgdown. The sum is in column order, then multiplied by 1 / volume. */
#define VF_KERNEL average_down
#define VF_SUMMARY "Restriction by any ratio: coarse = mean of its block of ratio fine cells"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                                \
  READ (real, fine,   anywhere, reach(0), "fine cell-centred field; covers the box refined by the ratio") \
  WRITE(real, coarse, same,     reach(0), "coarse cell-centred field, in the units of fine")    \
  VALUE(int3, ratio, "fine cells in a coarse one, in each direction; 1 or more")

VF_BODY(i, j, k, n)
{
  const int x = ratio.at[0] * i, y = ratio.at[1] * j, z = ratio.at[2] * k;
  real sum = 0;
  for (int c = 0; c < ratio.at[2]; c++)
    for (int b = 0; b < ratio.at[1]; b++)
      for (int a = 0; a < ratio.at[0]; a++) sum += VF_AT(fine, x + a, y + b, z + c, n);
  VF_AT(coarse, i, j, k, n) = 1 / (real)(ratio.at[0] * ratio.at[1] * ratio.at[2]) * sum;
}
