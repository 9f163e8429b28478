#define VF_KERNEL plane_nine
#define VF_SUMMARY "Nine points of a plane: y = 4 x + 2 (sides) + corners"
#define VF_RANK 2
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)   \
  READ(real, x, same, reach(1), "field of rank 2") \
  WRITE(real, y, same, reach(0), "weighted sum")

VF_BODY(i, j, n)
{
  VF_AT(y, i, j, n) =
      4 * VF_AT(x, i, j, n) +
      2 * (VF_AT(x, i - 1, j, n) + VF_AT(x, i + 1, j, n) + VF_AT(x, i, j - 1, n) + VF_AT(x, i, j + 1, n)) +
      (VF_AT(x, i - 1, j - 1, n) + VF_AT(x, i + 1, j - 1, n) + VF_AT(x, i - 1, j + 1, n) + VF_AT(x, i + 1, j + 1, n));
}
