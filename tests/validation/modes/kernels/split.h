#define VF_KERNEL split
#define VF_SUMMARY "Two results of one field: half = x / 2, twice = 2 x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "field")         \
  WRITE(real, half, same, reach(0), "x / 2")     \
  WRITE(real, twice, same, reach(0), "2 x")

VF_BODY(i, j, k, n)
{
  VF_AT(half, i, j, k, n) = VF_AT(x, i, j, k, n) / 2;
  VF_AT(twice, i, j, k, n) = 2 * VF_AT(x, i, j, k, n);
}
