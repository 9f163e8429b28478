/* Included by the generated units of kernels over tiles for a GPU: the cut of a launch into tiles. */
#ifndef VIEWFAB_KIT_GPU_TILES_H
#define VIEWFAB_KIT_GPU_TILES_H

#include <viewfab/kit/gpu_grid.h>
#include <viewfab/kit/plain_tiles.h>

enum {
  VF_TILE_THREADS = 128,
  VF_VALUES_AT_ONCE = 256 * VF_REDUCTION_TILE /* the most points whose values wait for the tree at once */
};

typedef struct vfi_tile_plan {
  int points;
  size_t room; /* bytes of scratch */
  bool is_far; /* the scratch is in device memory */
  int64_t most_blocks;
  char *far;
} vfi_tile_plan;

/* Chooses the tiles: points for one round of a block's threads; longer tiles if halos are long and the tiles are enough for
 * all multiprocessors. Returns 0, or an error of the device.
 *   room_of     bytes of the scratch of a tile of so many points
 *   halo        the widest halo of scratch
 *   kernels     the kernels with scratch in shared memory, for views and for sets */
template <typename function>
static int vfi_plan_tiles(const vfi_launch *launch, const function &room_of, const int64_t halo, const int neighbours,
                          const int64_t all_points, const void *kernel, const void *kernel_for_sets,
                          vfi_tile_plan *plan)
{
  int64_t resident = 0, most_shared = 0;
  plan->points = VF_TILE_THREADS * neighbours;
  plan->most_blocks = INT32_MAX;
  plan->room = room_of(plan->points);
  plan->is_far = false;
  if (plan->room <= VF_SHARED_ALWAYS_THERE && 2 * halo <= plan->points) return 0;
  VF_GPU(Error_t) error = vfi_resident_blocks(&resident);
  if (error == VF_GPU(Success)) error = vfi_most_shared_bytes(&most_shared);
  if (error != VF_GPU(Success)) return (int)error;
  while (plan->points < 2 * halo && all_points / (2 * plan->points) >= resident / 2 &&
         room_of(2 * plan->points) <= VF_SHARED_ALWAYS_THERE)
    plan->points *= 2;
  plan->room = (room_of(plan->points) + 127) / 128 * 128;
  plan->is_far = plan->room > (size_t)most_shared;
  if (plan->is_far) {
    plan->most_blocks = resident;
    *launch->far_scratch = plan->room;
  } else if (plan->room > VF_SHARED_ALWAYS_THERE) {
    for (const void *const run : { kernel, kernel_for_sets })
      if (error == VF_GPU(Success))
        error = VF_GPU(FuncSetAttribute)(run, VF_GPU(FuncAttributeMaxDynamicSharedMemorySize), (int)plan->room);
  }
  return (int)error;
}

#endif
