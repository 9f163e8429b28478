/* Constants in phases of teams. */
#include "weights.h"
#define VF_KERNEL weigh_teams
#define VF_SUMMARY "y = sum by the weights, through scratch"
#define VF_POINTS teams
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, levels, reach(0), "values")      \
  WRITE(real, y, levels, reach(0), "weighed")    \
  VALUE(constants(weights), c, "weights")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, kept, points_levels, "sums")
#define VF_PHASES(POINTS, LEVELS, COLUMNS, DOWN, UP) POINTS(weigh) COLUMNS(store)

VF_POINTS_PHASE(weigh, i, k) { VF_SCRATCH_AT(kept, i, k) = weights_of(VF_LEVEL(x, i, k), c); }
VF_COLUMNS_PHASE(store, i)
{
  for (int k = 1; k <= nlev; k++) VF_LEVEL(y, i, k) = VF_SCRATCH_AT(kept, i, k);
}
