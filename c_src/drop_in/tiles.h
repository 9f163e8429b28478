/* Boxes of which neighbours become one. */
#ifndef VIEWFAB_DROP_IN_TILES_H
#define VIEWFAB_DROP_IN_TILES_H

#include <viewfab/viewfab.h>

typedef struct vf_tiles {
  vf_box *boxes;
  int count, room;
} vf_tiles;

/* Whether a box shares a cell with one of them. */
bool vf_tiles_meet(const vf_tiles *tiles, const vf_box *box);

/* Adds a box that meets none of them, and joins what is a box together. Errors: VF_ERROR_MEMORY. */
vf_status vf_tiles_add(vf_tiles *tiles, const vf_box *box);

/* Makes one of boxes that fill a box, however they were cut and in whatever order they came. */
void vf_tiles_fill(vf_tiles *tiles);

#endif
