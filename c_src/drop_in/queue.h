/* Calls that wait for others of their kernel, so that a device gets few launches for many of them, and tiles of one call,
 * which become one box. Only within a region of vf_offload_begin, where the host does not look at what they write. */
#ifndef VIEWFAB_DROP_IN_QUEUE_H
#define VIEWFAB_DROP_IN_QUEUE_H

#include "legacy_call.h"

/* Lets a call wait that was made before with the same arrays, bounds and values: *waits says whether. Calls of other kernels
 * that wait are made first.
 * Errors: those of calls that waited, VF_ERROR_MEMORY. */
vf_status vf_queue_again(const vf_symbol *symbol, void *const *parameters, bool *waits);

/* The same for a call that has its views, if it can wait. Else it has to be made at once, behind vf_queue_flush. */
vf_status vf_queue_put(const vf_legacy_call *call, bool *waits);

/* Makes all calls that wait. Errors: those of vf_dispatch_together. */
vf_status vf_queue_flush(void);

/* The same, and forgets which calls there were: before views of blocks end, and when a region begins. */
vf_status vf_queue_forget(void);

#endif
