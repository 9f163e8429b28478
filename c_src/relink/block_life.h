/* The life of a block of announced memory: its views, and its memory from the announcement to the release. A block
 * whose memory is freed in a region may be parked: codes free and allocate the same memory again in each cycle. Lock of
 * the blocks held, except for the lock itself and for vfi_block_view_lives. */
#ifndef VIEWFAB_RELINK_BLOCK_LIFE_H
#define VIEWFAB_RELINK_BLOCK_LIFE_H

#include "blocks.h"

void vfi_blocks_lock(void);
void vfi_blocks_unlock(void);

/* True if a block comes from an allocator of the program. */
bool vfi_blocks_of_allocators(void);

/* Announces memory as a block.
 *   of  see vfi_block
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_block_insert(char *begin, size_t bytes, char *of, const char *label, bool allocated);

/* Ends a block with its views. The place is then the place of the block behind. */
void vfi_block_remove(vfi_block_place *place);

static inline size_t vfi_block_size(const vfi_block *block) { return (size_t)(block->end - block->begin); }

/* True if a view was not released; a closed context has taken its views with it. NULL: false. */
bool vfi_block_view_lives(const vf_view *view);

/* Ends the views of a block. */
void vfi_block_forget_views(vfi_block *block);

/* True inside a region, if parked blocks would not hold much of the device's memory with this block. */
bool vfi_block_may_park(const vfi_block *block);

/* Keeps the views of a block whose memory is freed, and the block with them. */
void vfi_block_park(vfi_block *block);

/* Memory that is given again unchanged takes its new values, with its former views. False: the memory was not parked. */
bool vfi_block_revive(char *begin, const char *end);

/* Removes the parked blocks from a place on that begin before an end; NULL: all behind the place. */
void vfi_blocks_remove_parked(vfi_block_place place, const char *end);

#endif
