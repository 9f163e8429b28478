/* Wrong on purpose, in a kernel with results for even j: there it reads the cell above, but declares
 * reach(0). */
#define VF_KERNEL gives_outside
#define VF_SUMMARY "Least x(j + 1) and its place, and y = 0"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ (real, x, same, reach(0), "field")        \
  WRITE(real, y, same, reach(0), "set to 0")
#define VF_RESULTS(SUM, MIN, MAX) MIN(least, "least", place)

VF_BODY(i, j, k, n)
{
  VF_AT(y, i, j, k, n) = 0;
  VF_GIVE(least, VF_AT(x, i, j + (j % 2 == 0), k, n));
}
