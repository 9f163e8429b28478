/* Constants in a kernel over ghosts. */
#include "weights.h"
#define VF_KERNEL weigh_ghosts
#define VF_SUMMARY "Each ghost becomes its sum by the weights"
#define VF_POINTS ghosts
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  UPDATE(real, x, same, reach(0), "values")      \
  VALUE(constants(weights), c, "weights")

VF_BODY(i, j, k, n) { VF_AT(x, i, j, k, n) = weights_of(VF_AT(x, i, j, k, n), c); }
