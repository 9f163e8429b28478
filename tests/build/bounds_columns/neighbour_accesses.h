/* Neighbours in points, levels and blocks; with a mistake other than 0, an access beyond its declaration. */
#define VF_KERNEL neighbour_accesses
#define VF_SUMMARY "y from x of the point and all around"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                             \
  READ  (real, x,       levels,  reach(below(1, 1, 0), above(2, 1, 1)), "read all around")   \
  READ  (real, ground,  surface, reach(0, 0, 1), "read on both sides in blocks")             \
  UPDATE(real, y,       levels,  reach(below(0), above(1)), "updated with the ghost below")  \
  VALUE (int,  mistake, "which access is wrong")
#define VF_CARRIED(CARRY) CARRY(int, left, 2)
#define VF_SWEEPS(DOWN, UP) DOWN(work, 1, nlev) DOWN(again, 1, 1)
#define VF_REPEATS(REPEAT) REPEAT(work, again, left)

VF_SWEEP(work, i, k)
{
  const bool wrong = i == 3 && k == 2;
  real all = VF_LEVEL(x, i - 1, k) + VF_LEVEL(x, i + 2, k) + VF_LEVEL(x, i, k - 1) + VF_LEVEL(x, i, k + 1);
  all = all + VF_LEVEL(x, i, k, block + 1) + VF_SURFACE(ground, i, block - 1) + VF_SURFACE(ground, i, block + 1);
  if (mistake == 1 && wrong) all = all + VF_LEVEL(x, i - 2, k);
  if (mistake == 2 && wrong) all = all + VF_LEVEL(x, i, k, block - 1);
  if (mistake == 3 && wrong) all = all + VF_SURFACE(ground, i + 1);
  if (mistake == 4 && k == 1 && i == 3) all = all + VF_LEVEL(x, i, k - 2);
  if (mistake == 5 && k == nlev && i == 3) all = all + VF_LEVEL(y, i, k + 2);
  if (mistake == 6 && wrong) VF_LEVEL(y, i, k + 1) = all;
  if (mistake == 7 && wrong) all = all + VF_LEVEL(x, i, k, block + 2);
  VF_LEVEL(y, i, k) = VF_LEVEL(y, i, k + 1) + all;
}
VF_SWEEP(again, i, k) { VF_CARRIED_VALUE(left) = VF_CARRIED_VALUE(left) - 1; }
