/* Wrong on purpose: declares a box for its reads, but reads the cell behind the last cell of this
 * box. */
#define VF_KERNEL reads_beyond_box
#define VF_SUMMARY "y = the last cell of a box, and the one behind it"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)                 \
  READ (real, x, within(inside), reach(0), "field")              \
  WRITE(real, y, same, reach(0), "result")                       \
  VALUE(box, inside, "cells of x that are read")

VF_BODY(i, j, k, n)
{
  const int a = inside.upper[0], b = inside.upper[1], c = inside.upper[2];
  VF_AT(y, i, j, k, n) = VF_AT(x, a, b, c, n) + VF_AT(x, a, b, c + 1, n);
}
