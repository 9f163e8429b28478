#include "slabs.h"

enum {
  LARGE_PLANE = 65536, /* cells */
  DEPTH_OF_LARGE = 2,  /* one exchange a smooth */
  DEPTH_OF_SMALL = 8   /* three smooths and the residual: work that is done twice costs less than an exchange */
};

static bool can_halve(const int n[3])
{
  for (int d = 0; d < 3; d++)
    if (n[d] % 2 || n[d] < 4) return false;
  return true;
}

int vf_slabs_cut(const int n[3], int ranks, int64_t agglomerate_cells, int *starts)
{
  int level[3] = { n[0], n[1], n[2] }, count = 0;
  while (ranks > 1 && can_halve(level) && level[2] / 2 >= ranks &&
         (int64_t)level[0] * level[1] * level[2] > agglomerate_cells) {
    for (int d = 0; d < 3; d++) level[d] /= 2;
    count++;
  }
  for (int r = 0; r <= ranks; r++) starts[r] = count ? (int)((int64_t)level[2] * r / ranks) << count : 0;
  return count;
}

static int thinnest(const int *starts, int ranks, int level)
{
  int least = starts[1] - starts[0];
  for (int r = 1; r < ranks; r++)
    if (starts[r + 1] - starts[r] < least) least = starts[r + 1] - starts[r];
  return least >> level;
}

struct vf_slab vf_slab_of(const int *starts, int ranks, int rank, int level, int n0, int n1, bool periodic)
{
  struct vf_slab slab = { .n = starts[ranks] >> level,
                          .first = starts[rank] >> level,
                          .last = starts[rank + 1] >> level };
  const int least = thinnest(starts, ranks, level);
  slab.depth = (int64_t)n0 * n1 > LARGE_PLANE ? DEPTH_OF_LARGE : DEPTH_OF_SMALL;
  if (slab.depth > least) slab.depth = least;
  slab.below = rank > 0 || periodic ? slab.depth : 0;
  slab.above = rank + 1 < ranks || periodic ? slab.depth : 0;
  return slab;
}
