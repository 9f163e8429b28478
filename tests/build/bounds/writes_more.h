/* Wrong on purpose: a reach gives a point no more to write. */
#define VF_KERNEL writes_more
#define VF_SUMMARY "x(i) = x(i - 1) = 1"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)  \
  WRITE(real, x, same, reach(1), "field")

VF_BODY(i, j, k, n)
{
  VF_AT(x, i, j, k, n) = 1;
  VF_AT(x, i - 1, j, k, n) = 1;
}
