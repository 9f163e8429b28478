/* The generated loops of a kernel over tiles include this header: scratch of tiles, and the extents of halos and windows. The
 * header is a system header, so that the compiler reports a mistake at the author's line and not here. */
#ifndef VIEWFAB_KIT_PLAIN_TILES_H
#define VIEWFAB_KIT_PLAIN_TILES_H
#pragma GCC system_header

#include <viewfab/backend/launch.h>
#include <viewfab/kit/vocabulary.h>

#ifdef VIEWFAB_KIT_PLAIN_BOUNDS_H
#define VF_SCRATCH_AT_1(x, j) (x[vfi_tile_place(vfi_guard_of_##x, j)])
#else
#define VF_SCRATCH_AT_1(x, j) (x[j])
#endif

enum {
  VF_TILE_POINTS = 1024,
  VF_MOST_TILE_POINTS = 65536,
  VF_LAST_AROUND = INT32_MAX - 1024 /* as on GPUs, whose threads step beyond the last index */
};

/* Elements of scratch on a side of a tile. A negative extent of a halo leaves elements of the tile out. */
VF_MAP_FUNCTION int vfi_tile_side(const int around) { return around > 0 ? around : 0; }

/* Bytes of the scratch of a tile of so many points. */
VF_MAP_FUNCTION size_t vfi_tile_room(const int64_t points, const int around, const size_t size)
{
  return (((size_t)points + 2 * (size_t)vfi_tile_side(around)) * size + 15) / 16 * 16;
}

/* Points of a tile beside the widest halo of its scratch. */
static inline int vfi_points_of_tile(const int widest)
{
  int points = VF_TILE_POINTS;
  while (points < VF_MOST_TILE_POINTS && points < 2 * (int64_t)widest) points *= 2;
  return points;
}

/* True if all elements around the points of a call have an index. */
static inline bool vfi_tiles_have_indices(const vfi_launch *launch, const int64_t around)
{
  for (int b = 0; b < launch->box_count; b++) {
    const vf_box *box = &launch->boxes[b];
    if (vfi_has_points(box) && (box->lower[0] - around < INT32_MIN || box->upper[0] + around > VF_LAST_AROUND))
      return false;
  }
  return true;
}

/* The first and the last element of a halo. */
VF_MAP_FUNCTION int vfi_halo_from(const int first, const int around)
{
  const int64_t from = (int64_t)first - around;
  return from < VF_LAST_AROUND ? (int)from : (int)VF_LAST_AROUND;
}
VF_MAP_FUNCTION int vfi_halo_to(const int last, const int around)
{
  const int64_t to = (int64_t)last + around;
  return to > INT32_MIN ? (int)to : INT32_MIN;
}

/* Elements on each side of a point; all negative numbers are an empty window. */
VF_MAP_FUNCTION int vfi_window_around(const int around) { return around < 0 ? -1 : around; }

#endif
