/* Arrays leave the device when memory is short: the array with the oldest use first. The newest values go to the host before.
 * Lock held. */
#ifndef VIEWFAB_CORE_EVICT_H
#define VIEWFAB_CORE_EVICT_H

#include "array.h"

/* True once a device was opened from which arrays can leave: a call costs a load for uses otherwise. */
extern bool vfi_uses_count;
void vfi_use_open(void);
void vfi_use_close(void);
void vfi_use_mark(vfi_array *array);

/* A use begins: a call, or a request of the code. The arrays used by the thread stay on the device until the end of the use. A use
 * within another use of the thread is a part of the outer use. */
static inline void vfi_use_begin(void)
{
  if (vfi_uses_count) vfi_use_open();
}
static inline void vfi_use_end(void)
{
  if (vfi_uses_count) vfi_use_close();
}

/* The same for callers without the lock. */
void vfi_use_begin_unlocked(void);
void vfi_use_end_unlocked(void);

/* Notes that the use of this thread needs the array. */
static inline void vfi_use_note(vfi_array *array)
{
  if (vfi_uses_count) vfi_use_mark(array);
}

/* Has the arrays of one block leave the device of a context. left: out: false if all arrays have to stay.
 * Errors: VF_ERROR_DEVICE, VF_ERROR_MEMORY (values did not reach the host; the arrays stay). */
vf_status vfi_evict(vf_context *context, bool *left);

/* Number of arrays that have left the device. While the number stays, no array has a new place on the device. */
extern uint64_t vfi_evictions;

#endif
