/* Blocks without an announcement. Under VF_COHERENCE=auto an array of a legacy call lies in a block, as in announced memory, if
 * viewfab knows the allocation around the array and sees its end. */
#ifndef VIEWFAB_RELINK_HEAP_BLOCKS_H
#define VIEWFAB_RELINK_HEAP_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include <viewfab/viewfab.h>

/* Follows the program's allocations, if the environment has VF_COHERENCE=auto. Called while the program starts. */
void vfi_heap_blocks_begin(void);

/* Number of blocks of the heap so far. */
int64_t vfi_heap_blocks_made(void);

/* Ends blocks of the heap in memory that the program wraps; the host gets their newest values. A thread that wraps memory for a legacy
 * call stands between vfi_heap_blocks_stay with true and with false. Errors: the errors of waiting calls. */
vf_status vfi_heap_blocks_give_way(void *begin, size_t bytes);
void vfi_heap_blocks_stay(bool on);

/* Makes a block around a range of a call, if that is right and pays; ends blocks of former memory in the range.
 *   label  of messages
 * Errors: VF_ERROR_MEMORY, and the errors of waiting calls. */
vf_status vfi_heap_blocks_know(char *first, size_t bytes, const char *label);

#endif
