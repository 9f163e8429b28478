/* Calls that wait for others of their kind, so that a device gets one launch for all of them. Only within a region of
 * vf_offload_begin, where the host does not look at what they write. */
#ifndef VIEWFAB_BOXLIB_QUEUE_H
#define VIEWFAB_BOXLIB_QUEUE_H

#include "legacy_call.h"

/* Whether the call waits now; its views live on. False: it has to be made at once, behind those that wait.
 * Errors of calls before it are told by the next flush. */
bool vf_queue_put(const vf_legacy_call *call);

/* Makes all calls that wait. Errors: those of vf_dispatch, of the first one that fails. */
vf_status vf_queue_flush(void);

#endif
