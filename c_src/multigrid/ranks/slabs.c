#include "slabs.h"

enum {
  LARGE_PLANE = 65536, /* cells */
  DEPTH_OF_LARGE = 2,  /* one exchange for each smooth */
  DEPTH_OF_SMALL = 8   /* three smooths and the residual: work done on both ranks costs less than an exchange */
};

static bool can_halve(const int n[3], const bool even[3])
{
  for (int d = 0; d < 3; d++)
    if (n[d] < 4 || (even[d] && n[d] % 2)) return false;
  return true;
}

int vfi_slabs_cut(const int n[3], int ranks, int64_t agglomerate_cells, const bool even[3], int *starts)
{
  int level[3] = { n[0], n[1], n[2] }, count = 0;
  while (ranks > 1 && can_halve(level, even) && level[2] / 2 >= ranks + level[2] % 2 &&
         (int64_t)level[0] * level[1] * level[2] > agglomerate_cells) {
    for (int d = 0; d < 3; d++) level[d] = (level[d] + 1) / 2;
    count++;
  }
  /* The last of the coarsest planes may lie over fewer fine planes than the others. */
  for (int r = 0; r < ranks; r++) starts[r] = count ? (int)((int64_t)level[2] * r / ranks) << count : 0;
  starts[ranks] = count ? n[2] : 0;
  return count;
}

int vfi_slab_start(const int *starts, int ranks, int rank, int level)
{
  return rank < ranks ? starts[rank] >> level : (starts[ranks] + (1 << level) - 1) >> level;
}

static int thinnest(const int *starts, int ranks, int level)
{
  int least = starts[ranks];
  for (int r = 0; r < ranks; r++) {
    const int planes = vfi_slab_start(starts, ranks, r + 1, level) - vfi_slab_start(starts, ranks, r, level);
    if (planes < least) least = planes;
  }
  return least;
}

struct vfi_slab vfi_slab_of(const int *starts, int ranks, int rank, int level, int n0, int n1, bool periodic)
{
  struct vfi_slab slab = { .n = vfi_slab_start(starts, ranks, ranks, level),
                           .first = vfi_slab_start(starts, ranks, rank, level),
                           .last = vfi_slab_start(starts, ranks, rank + 1, level) };
  const int least = thinnest(starts, ranks, level);
  slab.depth = (int64_t)n0 * n1 > LARGE_PLANE ? DEPTH_OF_LARGE : DEPTH_OF_SMALL;
  if (slab.depth > least) slab.depth = least / 2 * 2;
  slab.below = rank > 0 || periodic ? slab.depth : 0;
  slab.above = rank + 1 < ranks || periodic ? slab.depth : 0;
  return slab;
}
