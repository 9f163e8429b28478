/* Constants in tiles. */
#include "weights.h"
#define VF_KERNEL weigh_tiles
#define VF_SUMMARY "y = the largest sum by the weights of three neighbours"
#define VF_RANK 1
#define VF_POINTS tiles
#define VF_ARGUMENTS(READ, WRITE, UPDATE, VALUE) \
  READ(real, x, same, reach(1), "values")        \
  WRITE(real, y, same, reach(0), "weighed")      \
  VALUE(constants(weights), c, "weights")
#define VF_SCRATCH(SCRATCH) SCRATCH(real, kept, halo(1), "sums")
#define VF_CARRIED(CARRY) CARRY(real, largest, -c.factor * 1000)
#define VF_PHASES(HALO, WINDOW, POINTS) HALO(fill, 1) WINDOW(compare, 1) POINTS(store)

VF_HALO_PHASE(fill, j, n) { VF_SCRATCH_AT(kept, j) = weights_of(VF_AT(x, j, n), c); }
VF_WINDOW_PHASE(compare, i, j, n)
{
  const real here = VF_SCRATCH_AT(kept, j);
  VF_CARRIED_VALUE(largest) = here > VF_CARRIED_VALUE(largest) ? here : VF_CARRIED_VALUE(largest);
}
VF_TILE_PHASE(store, i, n) { VF_AT(y, i, n) = VF_CARRIED_VALUE(largest); }
