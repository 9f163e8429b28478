/* Boxes; neighbours among them become one box. */
#ifndef VIEWFAB_DROP_IN_TILES_H
#define VIEWFAB_DROP_IN_TILES_H

#include <viewfab/viewfab.h>

typedef struct vf_tiles {
  vf_box *boxes;
  int count, room;
} vf_tiles;

/* True if a box shares a cell with a box of the list. */
bool vf_tiles_meet(const vf_tiles *tiles, const vf_box *box);

/* Adds a box that meets no box of the list, and joins boxes that form a box together. Errors: VF_ERROR_MEMORY. */
vf_status vf_tiles_add(vf_tiles *tiles, const vf_box *box);

/* Makes a single box of boxes that fill a box, for any cut and any order. */
void vf_tiles_fill(vf_tiles *tiles);

#endif
