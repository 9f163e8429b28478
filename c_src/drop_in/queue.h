/* Calls that wait for others of their kernel, so that a device gets few launches for many of them. Only within a region of
 * vf_offload_begin, where the host does not look at what they write. */
#ifndef VIEWFAB_DROP_IN_QUEUE_H
#define VIEWFAB_DROP_IN_QUEUE_H

#include "legacy_call.h"

/* Lets the call wait, if it can: *waits says whether. Else it has to be made at once, behind vf_queue_flush. Calls of other
 * kernels that wait are made first.
 * Errors: those of calls that waited, VF_ERROR_MEMORY. */
vf_status vf_queue_put(const vf_legacy_call *call, bool *waits);

/* Makes all calls that wait. Errors: those of vf_dispatch_together. */
vf_status vf_queue_flush(void);

#endif
