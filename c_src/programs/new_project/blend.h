#define VF_KERNEL blend
#define VF_SUMMARY \
  "Mean of a point and its four neighbours in a plane: w = (u + share (sum of 4 neighbours)) / (1 + 4 share)"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)              \
  READ(real, u, same, reach(1, 1, 0), "field; ghosts filled") \
  WRITE(real, w, same, reach(0), "smoothed field")            \
  VALUE(real, share, "weight of a neighbour")

VF_BODY(i, j, n)
{
  const real around = VF_AT(u, i - 1, j, n) + VF_AT(u, i + 1, j, n) + VF_AT(u, i, j - 1, n) + VF_AT(u, i, j + 1, n);
  VF_AT(w, i, j, n) = (VF_AT(u, i, j, n) + share * around) / (1 + 4 * share);
}
