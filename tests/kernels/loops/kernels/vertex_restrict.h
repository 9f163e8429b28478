#define VF_KERNEL vertex_restrict
#define VF_SUMMARY                                                                                                \
  "Full weighting along each direction of a 1-based vertex grid: the fine points of coarse j are 2j-1 and those " \
  "beside"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                                  \
  READ(real, fine, refined_by(2, -1), reach(below(1), above(0)), "at 2j-2 .. 2j") \
  WRITE(real, coarse, same, reach(0), "mean of the corners and the middle")

VF_BODY(i, j, k, n)
{
  const int x = 2 * i - 1, y = 2 * j - 1, z = 2 * k - 1;
  real sum = 8 * VF_AT(fine, x, y, z, n);
  for (int dz = -1; dz <= 1; dz += 2)
    for (int dy = -1; dy <= 1; dy += 2)
      for (int dx = -1; dx <= 1; dx += 2) sum += VF_AT(fine, x + dx, y + dy, z + dz, n);
  VF_AT(coarse, i, j, k, n) = sum * (real)0.0625;
}
