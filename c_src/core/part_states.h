/* The state of an array by parts: which elements are old on a side while others are not. An array gets such a state
 * with the first access to a part; until then, and again when a side is old as a whole, its vfi_state says all. Lock
 * held. */
#ifndef VIEWFAB_CORE_PART_STATES_H
#define VIEWFAB_CORE_PART_STATES_H

#include "array.h"
#include "parts.h"

/* An array whose by_parts is set has a list that is not empty, and no element is in both lists:
 *   VF_STATE_HOST    elements of stale[VF_DEVICE] are old on the device, all others are equal
 *   VF_STATE_DEVICE  elements of stale[VF_HOST] are old on the host, all others are equal
 *   VF_STATE_MIXED   both lists have elements
 * In VF_STATE_HOST and VF_STATE_DEVICE a list may have further elements: they cost a copy, no more. */
typedef struct vfi_part_states {
  int64_t extent[VF_PART_RANK]; /* of the array */
  vfi_part_list stale[2];       /* by side */
  vfi_part_list copied;         /* the elements of the copy at hand */
  vf_packing packing;           /* boxes of the copy at hand that travel packed */
} vfi_part_states;

/* The old elements of both sides, also for arrays without a state by parts. */
typedef struct vfi_stale {
  vfi_part_list of[2];
} vfi_stale;

/* True if the array has a state by parts or may get such a state. False: it is handled as a whole, because the validation
 * or the coherence looks at whole arrays, or because the array has a single side. */
bool vfi_part_states_allowed(const vfi_array *array);

/* Takes memory for the parts of an array. False: memory is short.
 *   extent  of the array, for its first part; later parts count in the extents of the first part */
bool vfi_part_states_room(vfi_array *array, const int64_t extent[VF_PART_RANK]);

/* The old elements; the array was readied. */
void vfi_part_states_get(const vfi_array *array, vfi_stale *stale);

/* Notes that these elements are old. */
void vfi_part_states_put(vfi_array *array, const vfi_stale *stale);

/* The old elements after a write of a part on a side. False: they are too many to keep, unless the side is brought up
 * to date before.  */
bool vfi_part_states_written(vfi_stale *stale, vf_side side, const vfi_part *part);

/* Notes the copy at hand, of parts. Without a state by parts the state of the whole array stays true. */
void vfi_part_states_note_copy(vfi_array *array);

/* Before the copy at hand is queued: chooses its elements. False: the whole array is copied. */
bool vfi_part_states_choose(vfi_array *array);

/* Before a copy of an array with a state by parts that was asked for whatever the state is. The copy is of the old
 * elements of its target or, if there is none, of all elements that its source has. Errors: VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. */
vf_status vfi_part_states_ready(vfi_array *array, vfi_copy_direction copy);

/* Notes a write of a part, after an access that was listed and narrowed for it. False: the array has to be noted as a
 * whole. */
bool vfi_part_states_commit(vfi_array *array, vf_side side, const vfi_part *part);

/* After a failed launch, which may have written on the device: the host is trusted wherever it has newest values, unless these
 * are too many parts. */
void vfi_part_states_distrust(vfi_array *array);

/* Makes the host's side whole if neither side is, and waits for a copy in the air: code that knows whole arrays alone can
 * then work with the state.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vfi_part_states_settle(vfi_array *array);

void vfi_part_states_end(vfi_array *array);

/* ---- Copies of parts; see part_copies.c -------------------------------------------------------------------------- */

/* True if a copy of a part is clearly faster than a copy of the whole array, which has states of parts. */
bool vfi_part_copies_pay(const vfi_array *array, const vfi_part *part);

/* Queues the copy of array->parts->copied; *sent: its bytes. Returns a native error code, or 0. */
int vfi_part_copies_queue(vfi_array *array, size_t *sent);

/* Reads bytes [offset, offset + bytes) of an array in VF_STATE_MIXED, whose host side has been read into `to`, where the
 * device has newer values. */
vf_status vfi_part_copies_peek(const vfi_array *array, size_t offset, size_t bytes, char *to);

#endif
