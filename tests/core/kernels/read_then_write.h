/* Reads an array and writes into it: a point has a single element of each argument. */
#define VF_KERNEL read_then_write
#define VF_SUMMARY "y = 2 x, z = -1"
#define VF_POINTS all
#define VF_SAFE_IN_PLACE 1
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)    \
  READ(real, x, same, reach(0), "field")            \
  WRITE(real, y, same, reach(0), "twice the field") \
  WRITE(real, z, same, reach(0), "-1")

VF_BODY(i, j, k, n)
{
  VF_AT(y, i, j, k, n) = 2 * VF_AT(x, i, j, k, n);
  VF_AT(z, i, j, k, n) = -1;
}
