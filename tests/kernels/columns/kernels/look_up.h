/* A table with one index over columns: table(n, 1), whose array has the axis c alone. */
#define VF_KERNEL look_up
#define VF_SUMMARY "y = the table between two of its numbers, by x from 1 to 7"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  READ(real, x, levels, reach(0), "places in the table") \
  READ(real, numbers, table(7, 1), reach(0), "table")    \
  WRITE(real, y, levels, reach(0), "numbers of the table")
#define VF_SWEEPS(DOWN, UP) DOWN(look, 1, nlev)

VF_SWEEP(look, i, k)
{
  const real x_here = VF_LEVEL(x, i, k);
  const int at = VF_INT(x_here) < 7 ? VF_INT(x_here) : 6;
  const real after = x_here - (real)at;
  VF_LEVEL(y, i, k) = (1 - after) * VF_TABLE(numbers, at, 1) + after * VF_TABLE(numbers, at + 1, 1);
}
