/* Moves: arrays of one context that a call needs on a side. Their device memory is taken, and their copies are queued,
 * one after the other; all are waited for once. Lock held. */
#ifndef VIEWFAB_CORE_MOVES_H
#define VIEWFAB_CORE_MOVES_H

#include "array.h"

/* The list runs through the arrays: the list takes no memory, and an array listed twice moves once. { 0 } is empty. */
typedef struct vf_moves {
  vf_array *first, *last;
  bool together; /* the device memory of all is one block; else small arrays share a block, and free it together */
} vf_moves;

/* Lists an array for an access, by the rule of vf_state_access, unless the array needs no move. */
void vf_moves_need(vf_moves *moves, vf_array *array, vf_side side, vf_intent intent, bool whole);

/* After vf_moves_need for a write of less than the whole: the copy, if any, may leave out all of these elements. The
 * copy leaves them out if no other access of the call needs the array. */
void vf_moves_overwrite(vf_array *array, const vf_overwritten *box);

/* Lists an array for a copy, whatever its state is. */
void vf_moves_copy(vf_moves *moves, vf_array *array, vf_copy_direction copy);

/* Makes the moves; the list is empty after it. After a failure no copy counts, and states are as before.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_moves_make(vf_moves *moves);

/* Empties the list. */
void vf_moves_drop(vf_moves *moves);

#endif
