/* Blocks of memory that the program has announced, in the order of their addresses. A program whose `new` is known has very
 * many of them, and most live shortly: they are kept in shelves, so that few blocks move for another one. */
#ifndef VIEWFAB_RELINK_BLOCKS_H
#define VIEWFAB_RELINK_BLOCKS_H

#include "../core/handle.h"
#include "lease.h"

/* A part of a block as kernels see the part. */
typedef struct vfi_window {
  char *first;
  vf_box bounds;
  int components;
  vf_view *view;
} vfi_window;

/* Memory that was announced at once; or a piece of such memory, if arrays of several types lie there. */
typedef struct vfi_block {
  char *begin, *end;
  char *of; /* where the memory begins that was announced at once: its pieces have the same `of` */
  char label[VF_LABEL_LENGTH];
  vf_type type;    /* of the view of the whole block, if there is such a view */
  vf_view *whole;  /* NULL until a part of the block is used */
  vfi_life *life;  /* of the views; NULL without views */
  bool allocated;  /* by an allocator of the program; the allocator announces the release */
  uint64_t serial; /* of the allocation that heap.h knows; 0: announced memory */
  bool parked;     /* freed in a region: its views wait for the next use of the memory */
  int window_count, window_room;
  vfi_window *windows;
} vfi_block;

/* A place in the order. */
typedef struct vfi_block_place {
  size_t shelf;
  int at;
} vfi_block_place;

/* All of this: lock of the memory held. No two blocks overlap. */

/* The place of the first block with an end behind an address. */
vfi_block_place vfi_blocks_find(const char *address);

/* The place of the first block of all. */
vfi_block_place vfi_blocks_begin(void);

/* The block at a place; NULL behind the last block. */
vfi_block *vfi_block_at(vfi_block_place place);

vfi_block_place vfi_blocks_next(vfi_block_place place);

/* Puts a block at the place of vfi_blocks_find for its address. Errors: VF_ERROR_MEMORY. */
vf_status vfi_blocks_insert(vfi_block_place place, vfi_block *block);

/* Takes a block out. The place is then the place of the block behind. */
void vfi_blocks_take_out(vfi_block_place *place);

/* Number of blocks; asked without the lock too. */
size_t vfi_blocks_count(void);

#endif
