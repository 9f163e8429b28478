/* Waiting calls. Calls wait for other calls of their kernel, so a device gets few launches for many calls. Tiles of a
 * call wait too, and become one box. Calls wait only within a region of vf_offload_begin, because the host does not
 * look at the written values there. */
#ifndef VIEWFAB_RELINK_QUEUE_H
#define VIEWFAB_RELINK_QUEUE_H

#include "legacy_call.h"

/* Lets a repeated call wait, with the same arrays, bounds and values as before; *waits is then true. Waiting calls of
 * other kernels are made first.
 * Errors: the errors of waiting calls, VF_ERROR_MEMORY. */
vf_status vfi_queue_again(const vfi_symbol *symbol, void *const *parameters, bool *waits);

/* The same for a new call with its views, if the call can wait. Otherwise the caller must make the call at once, behind
 * vfi_queue_flush. */
vf_status vfi_queue_put(const vfi_legacy_call *call, bool *waits);

/* Makes all waiting calls. Errors: the errors of vf_dispatch_together. */
vf_status vfi_queue_flush(void);

/* The same, and forgets all known calls: before views of blocks end, and when a region begins. */
vf_status vfi_queue_forget(void);

#endif
