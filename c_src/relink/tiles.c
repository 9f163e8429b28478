#include "tiles.h"

#include <stdlib.h>

#include "../core/error.h"
#include "../core/region.h"

bool vfi_tiles_meet(const vfi_tiles *tiles, const vf_box *box)
{
  for (int t = tiles->count - 1; t >= 0; t--)
    if (vfi_boxes_meet(&tiles->boxes[t], box)) return true;
  return false;
}

/* Joins two boxes that lie side by side; false for other boxes. */
static bool join(vf_box *to, const vf_box *other)
{
  int differs = -1;
  for (int d = 0; d < 3; d++) {
    if (to->lower[d] == other->lower[d] && to->upper[d] == other->upper[d]) continue;
    if (differs >= 0) return false;
    differs = d;
  }
  if (differs < 0) return false;
  if (to->upper[differs] == other->lower[differs] - 1) to->upper[differs] = other->upper[differs];
  else if (other->upper[differs] == to->lower[differs] - 1) to->lower[differs] = other->lower[differs];
  else return false;
  return true;
}

/* A box that has grown may now lie side by side with another box. */
static void settle(vfi_tiles *tiles, int grown)
{
  for (int t = tiles->count - 1; t >= 0; t--) {
    if (t == grown || !join(&tiles->boxes[t], &tiles->boxes[grown])) continue;
    tiles->boxes[grown] = tiles->boxes[--tiles->count];
    if (t == tiles->count) t = grown; /* the last box has moved to the free place */
    grown = t;
    t = tiles->count;
  }
}

vf_status vfi_tiles_add(vfi_tiles *tiles, const vf_box *box)
{
  if (tiles->count == tiles->room) {
    const int more = tiles->room ? 2 * tiles->room : 8;
    vf_box *grown = realloc(tiles->boxes, (size_t)more * sizeof *grown);
    if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d tiles", more);
    tiles->boxes = grown;
    tiles->room = more;
  }
  tiles->boxes[tiles->count++] = *box;
  settle(tiles, tiles->count - 1);
  return VF_OK;
}

static double cells_of(const vf_box *box)
{
  double cells = 1;
  for (int d = 0; d < 3; d++) cells *= (double)box->upper[d] - box->lower[d] + 1;
  return cells;
}

/* No two boxes meet. The boxes fill their common span if they have as many cells as the span. */
void vfi_tiles_fill(vfi_tiles *tiles)
{
  if (tiles->count < 2) return;
  vf_box span = tiles->boxes[0];
  double cells = 0;
  for (int t = 0; t < tiles->count; t++) {
    const vf_box *box = &tiles->boxes[t];
    cells += cells_of(box);
    for (int d = 0; d < 3; d++) {
      if (box->lower[d] < span.lower[d]) span.lower[d] = box->lower[d];
      if (box->upper[d] > span.upper[d]) span.upper[d] = box->upper[d];
    }
  }
  if (cells != cells_of(&span) || cells > 0x1p53) return; /* so many cells do not fit into the number */
  tiles->boxes[0] = span;
  tiles->count = 1;
}
