/* Moves: the list of the arrays of one context that a call needs on a side. For all arrays of the list viewfab takes device
 * memory and queues copies, one after the other, and then waits once. Parts: device memory (device_memory.c), and copies
 * without the elements that the call overwrites (outside.c). Lock held. */
#ifndef VIEWFAB_CORE_MOVES_H
#define VIEWFAB_CORE_MOVES_H

#include "array.h"

/* The list runs through the arrays: the list takes no memory, and an array listed twice moves once. { 0 } is empty. */
typedef struct vfi_moves {
  vfi_array *first, *last;
  bool together; /* the device memory of all is one block; else small arrays share a block, and free it together */
  struct vf_queue *queue; /* of the launch behind the moves; NULL: the own queue of the context */
} vfi_moves;

/* Lists an array for an access, by the rule of vfi_state_access, unless the array needs no move. The caller has noted the use of
 * an array on the device (see evict.h). */
void vfi_moves_need(vfi_moves *moves, vfi_array *array, vf_side side, vf_intent intent, bool whole);

/* After vfi_moves_need for a write of less than the whole: the copy, if any, may leave out all of these elements. The
 * copy leaves them out if no other access of the call needs the array. */
void vfi_moves_overwrite(vfi_array *array, const vfi_overwritten *box);

/* Locks the full pages inside the array for copies, from its second transfer on; or at once. */
void vfi_moves_lock_pages(vfi_array *array);
void vfi_moves_lock_now(vfi_array *array);

/* After vfi_moves_need for a part: the copy, if any, may leave out all other elements, and elements that are the same on
 * both sides. kept: the access overwrites all of the part. The array was readied for a state by parts. */
void vfi_moves_narrow(vfi_array *array, vf_side side, vf_intent intent, const struct vfi_part *part, bool kept);

/* Lists an array for a copy, whatever its state is; with a state by parts for a copy of array->parts->copied. */
void vfi_moves_copy(vfi_moves *moves, vfi_array *array, vfi_copy_direction copy);

/* Lists an array for a copy of parts, whatever its state is. The array was readied for a state by parts. */
void vfi_moves_copy_parts(vfi_moves *moves, vfi_array *array, vfi_copy_direction copy,
                          const struct vfi_part_list *some);

/* Bytes of a copy until the next end of the page-locked range of an array: the runtimes refuse a copy over the ends.
 *   host  the copy's memory of the host, in the array or elsewhere */
size_t vfi_moves_until_lock_ends(const vfi_array *array, const char *host, size_t bytes);

/* Queues a copy of a range in the direction of the copy at hand. Returns a native error code, or 0. */
int vfi_moves_copy_range(const vfi_array *array, size_t offset, size_t bytes);

/* Counts a copy of so many bytes, for the array and for its context. */
void vfi_moves_count(vfi_array *array, vfi_copy_direction copy, size_t bytes);

/* Makes the moves; the list is empty after it. After a failure no copy counts, and states are as before.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_moves_make(vfi_moves *moves);

/* Empties the list. */
void vfi_moves_drop(vfi_moves *moves);

/* Takes device memory for the listed arrays without memory: pieces of one block, or a block each. The list holds arrays of
 * one context, linked by next_moved.
 *   together  one block for all; else small arrays share a block, and the others have their own blocks
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_device_memory_take(vfi_array *listed, bool together);

/* First copies to the device of arrays with a box that the call overwrites (array->overwritten): only the elements outside
 * of the box are sent, packed, and a launch puts them into their places. vfi_outside_pays: true if this costs clearly less
 * than a copy of the whole array. */
bool vfi_outside_pays(const vfi_array *array);

/* Queues such a copy. *sent: bytes, or 0 if memory is short: then nothing was queued, and the whole array has to be
 * copied. Returns a native error code, or 0. */
int vfi_outside_queue(vfi_array *array, size_t *sent);

/* Frees the memory of the copy, after a wait for the queue. */
void vfi_outside_end(vfi_array *array);

#endif
