/* Constants in a kernel with results. */
#include "weights.h"
#define VF_KERNEL weigh_results
#define VF_SUMMARY "The largest sum by the weights"
#define VF_POINTS all
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(0), "values")        \
  VALUE(constants(weights), c, "weights")
#define VF_RESULTS(SUM, MIN, MAX) MAX(largest, "largest sum")

VF_BODY(i, j, k, n) { VF_GIVE(largest, weights_of(VF_AT(x, i, j, k, n), c)); }
