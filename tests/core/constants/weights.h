/* A structure of constants with a member of each type, for several kernels, and a function that takes the structure. */
#ifndef WEIGHTS_MORE /* no guard of the file */
#define WEIGHTS_MORE 0
#endif
#include "twice.h"
#define VF_CONSTANTS_weights(MEMBER)                     \
  MEMBER(real, tenth, "no number of either kind")        \
  MEMBER(int, count, "added")                            \
  MEMBER(logical, doubled, "whether the sum is doubled") \
  MEMBER(reals(3), shift, "first and last are used")     \
  MEMBER(ints(2), steps, "second is used")               \
  MEMBER(real, factor, "of x")
VF_CONSTANTS_TYPE(weights)

VF_INLINE real weights_of(const real x, const VF_CONSTANTS(weights) c)
{
  const real sum = c.factor * x + c.shift.at[0] - c.shift.at[2] + (real)(c.count + c.steps.at[1]);
  return x == 0 ? c.tenth : c.doubled ? WEIGHTS_TWICE * sum : sum + WEIGHTS_MORE;
}
