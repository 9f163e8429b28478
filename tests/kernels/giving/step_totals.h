/* Writes an array and gives results of every sort: two sums, and extrema with and without places. Only some points
 * give a value to some results, and a point may give two values to a result. */
#define VF_KERNEL step_totals
#define VF_SUMMARY "Adds w x to y, and gives sums and extrema of x"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)            \
  READ(real, x, same, reach(0), "field")                    \
  UPDATE(real, y, same, reach(0), "field that is added to") \
  VALUE(real, w, "factor, no unit")
#define VF_RESULTS(SUM, MIN, MAX)                \
  SUM(total, "sum of x, and of w for each cell") \
  SUM(squares, "sum of x x")                     \
  MIN(least, "least x", place)                   \
  MAX(most, "largest x", place)                  \
  MIN(positive, "least x above zero", place)     \
  MAX(magnitude, "largest |x|")                  \
  MIN(smallest, "least |x|")                     \
  SUM(count, "cells with x above zero")

VF_BODY(i, j, k, n)
{
  const real v = VF_AT(x, i, j, k, n);
  VF_AT(y, i, j, k, n) += w * v;
  VF_GIVE(total, v);
  VF_GIVE(total, w);
  VF_GIVE(squares, v * v);
  VF_GIVE(least, v);
  VF_GIVE(most, v);
  if (v > 0) {
    VF_GIVE(positive, v);
    VF_GIVE(count, 1);
  }
  VF_GIVE(magnitude, VF_ABS(v));
  VF_GIVE(smallest, VF_ABS(v));
}
