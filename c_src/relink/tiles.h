/* Boxes; neighbours among them become one box. */
#ifndef VIEWFAB_RELINK_TILES_H
#define VIEWFAB_RELINK_TILES_H

#include <viewfab/viewfab.h>

typedef struct vfi_tiles {
  vf_box *boxes;
  int count, room;
} vfi_tiles;

/* True if a box shares a cell with a box of the list. */
bool vfi_tiles_meet(const vfi_tiles *tiles, const vf_box *box);

/* Adds a box that meets no box of the list, and joins boxes that form a box together. Errors: VF_ERROR_MEMORY. */
vf_status vfi_tiles_add(vfi_tiles *tiles, const vf_box *box);

/* Makes a single box of boxes that fill a box, for any cut and any order. */
void vfi_tiles_fill(vfi_tiles *tiles);

#endif
