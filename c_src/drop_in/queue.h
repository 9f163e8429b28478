/* Calls that wait for other calls of their kernel, so that a device gets few launches for many calls, and tiles of one
 * call, which become one box. Only within a region of vf_offload_begin, because the host does not look at the written
 * values there. */
#ifndef VIEWFAB_DROP_IN_QUEUE_H
#define VIEWFAB_DROP_IN_QUEUE_H

#include "legacy_call.h"

/* Lets a call wait that was made before with the same arrays, bounds and values; *waits is true then. Waiting calls of
 * other kernels are made first.
 * Errors: the errors of waiting calls, VF_ERROR_MEMORY. */
vf_status vf_queue_again(const vf_symbol *symbol, void *const *parameters, bool *waits);

/* The same for a call that has its views, if the call can wait. Otherwise the caller must make the call at once, behind
 * vf_queue_flush. */
vf_status vf_queue_put(const vf_legacy_call *call, bool *waits);

/* Makes all waiting calls. Errors: the errors of vf_dispatch_together. */
vf_status vf_queue_flush(void);

/* The same, and forgets all known calls: before views of blocks end, and when a region begins. */
vf_status vf_queue_forget(void);

#endif
