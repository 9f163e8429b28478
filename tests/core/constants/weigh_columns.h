/* Constants in sweeps: their start, their levels, and their bodies. */
#include "weights.h"
#define VF_KERNEL weigh_columns
#define VF_SUMMARY "y = sum by the weights, plus the tenth for each level from level `count` on"
#define VF_POINTS columns
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  UPDATE(real, y, levels, reach(0), "weighed")   \
  VALUE(constants(weights), c, "weights")
#define VF_CARRIED(CARRY) CARRY(real, start, c.tenth)
#define VF_SWEEPS(DOWN, UP) DOWN(first, 1, 1) DOWN(weigh, c.count, nlev)

VF_SWEEP(first, i, k) { VF_LEVEL(y, i, k) = VF_CARRIED_VALUE(start); }
VF_SWEEP(weigh, i, k) { VF_LEVEL(y, i, k) = weights_of(VF_LEVEL(x, i, k), c); }
