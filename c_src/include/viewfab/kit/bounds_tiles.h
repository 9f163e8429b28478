/* Checked access to the scratch of tiles, for builds with VIEWFAB_BOUNDS. */
#ifndef VIEWFAB_KIT_BOUNDS_TILES_H
#define VIEWFAB_KIT_BOUNDS_TILES_H

#include <viewfab/kit/bounds.h>

/* Elements first .. last of the tile that is worked on. */
typedef struct vf_tile_guard {
  int first, last, number; /* number: of the scratch in its list, from 1 */
  const int *here;         /* the point that a phase is run for */
  vf_bounds_record *record;
} vf_tile_guard;

/* Where element j is; where there is none, which is put on record, the first one. */
VF_ONE_COPY int vf_tile_place(const vf_tile_guard *guard, const int j)
{
  if (j >= guard->first && j <= guard->last) return j;
  vf_near near;
  vf_guard outside;
  for (int d = 0; d < 3; d++) {
    near.point[d] = d ? 0 : *guard->here;
    near.allowed.lower[d] = d ? 0 : guard->first;
    near.allowed.upper[d] = d ? 0 : guard->last;
  }
  outside.argument = -guard->number;
  outside.box = 0;
  outside.near = &near;
  outside.record = guard->record;
  vf_guard_report(&outside, j, 0, 0, 0, false);
  return guard->first;
}

#endif
