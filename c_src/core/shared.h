/* Arrays in memory that both sides see: the device works on the host array itself. The states are those of other arrays; in place of
 * a copy to the host the host waits for the launches that use the array, and a copy to the device is nothing. A write of the host
 * waits too, for launches that read. Lock held. */
#ifndef VIEWFAB_CORE_SHARED_H
#define VIEWFAB_CORE_SHARED_H

#include "array.h"
#include "device_pool.h"

/* Decides for the device of a new pool, by VF_SHARED_MEMORY. Errors: VF_ERROR_ARGUMENT (VF_SHARED_MEMORY), VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. */
vf_status vfi_shared_decide(vf_context *context);

/* Appends the host memory that a device can work on in place, for the configuration. */
void vfi_shared_reach_text(const vf_backend *backend, int ordinal, vfi_text *text);

/* Lets the device work on a new array of the program, if it may. */
void vfi_shared_begin(vfi_array *array);

/* The array gets copies from now on. Errors: VF_ERROR_DEVICE; the array is shared as before then. */
vf_status vfi_shared_end(vfi_array *array);

/* Number of shared arrays. */
extern int vfi_shared_count;

/* While calls or the host's accesses are checked, no array is shared: the checks compare two sides. Before such a check looks
 * at arrays. Errors: VF_ERROR_DEVICE. */
vf_status vfi_shared_end_for_checks(void);

/* Notes an access of the device: before the launch, and behind it, so that a wait of another thread between the two does not count. */
static inline void vfi_shared_note(vfi_array *array, vf_intent intent)
{
  array->device_used = ++array->context->device_uses;
  if (intent != VF_READ) array->device_wrote = array->device_used;
}

/* True if queued work may still read or write elements that an access of the host needs for itself. */
static inline bool vfi_shared_is_used(const vfi_array *array, vf_intent intent)
{
  return array->address_given ||
         (intent == VF_READ ? array->device_wrote : array->device_used) > array->context->device_uses_over;
}

/* After a wait for all work in the queue of the context. uses: context->device_uses before the wait. */
static inline void vfi_shared_note_wait(vf_context *context, uint64_t uses)
{
  if (uses > context->device_uses_over) context->device_uses_over = uses;
}

/* Waits for queued work that uses the array. The host then has the newest values. Errors: VF_ERROR_DEVICE. */
vf_status vfi_shared_wait(vfi_array *array);

/* Before code of the library works on the device's side without a launch: kernels that are run late are run. Returns a native error
 * code, or 0. */
static inline int vfi_shared_catch_up(const vf_context *context)
{
  return context->backend->launch_later ? context->backend->queue_wait(vfi_context_queue(context)) : 0;
}

/* Refuses a note of the host's writes that queued work may have met. who names the call. Errors: VF_ERROR_STATE. */
vf_status vfi_shared_check_host(const vfi_array *array, const char *who, const char *label);

#endif
