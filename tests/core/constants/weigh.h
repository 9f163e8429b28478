/* Two arguments of one structure, around an array. */
#include "weights.h"
#define VF_KERNEL weigh
#define VF_SUMMARY "y = sum of x by the first weights, and by the second for components beyond the first"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE)         \
  VALUE(constants(weights), c, "of the first component") \
  READ(real, x, same, reach(0), "values")                \
  WRITE(real, y, same, reach(0), "weighed")              \
  VALUE(constants(weights), other, "of the others")      \
  VALUE(real, more, "added")

VF_BODY(i, j, k, n)
{
  VF_AT(y, i, j, k, n) = (n ? weights_of(VF_AT(x, i, j, k, n), other) : weights_of(VF_AT(x, i, j, k, n), c)) + more;
}
