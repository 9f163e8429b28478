/* Staging: copies of memory that is not page-locked, in chunks through page-locked buffers of the context. Some threads
 * of the host fill one buffer while another one is on the link. Lock held, the device current. */
#ifndef VIEWFAB_CORE_STAGING_H
#define VIEWFAB_CORE_STAGING_H

#include "context.h"
#include "state.h"

/* Bytes of a buffer, from VF_STAGING; 0: no staging. Errors: VF_ERROR_ARGUMENT. */
vf_status vf_staging_size(size_t *bytes);

/* Whether first copies of so many bytes are long enough to be made in another way than plainly. */
bool vf_staging_worth(const vf_context *context, size_t bytes);

/* Whether a copy of so many bytes goes through the buffers. They are taken at the first one that does; where the system
 * refuses them, that is counted and nothing is staged. */
bool vf_staging_takes(vf_context *context, size_t bytes);

/* Queues a copy. The host's bytes are complete after vf_staging_finish only, and those of the device after a wait for the
 * queue. A native error code, or 0. */
int vf_staging_copy(vf_context *context, vf_copy_direction copy, char *device, char *host, size_t bytes);

/* Brings what is still in the buffers to the host. A native error code, or 0. */
int vf_staging_finish(vf_context *context);

/* After an error, when the queue has been waited for: forgets what is in the buffers. */
void vf_staging_drop(vf_context *context);

/* Gives the buffers back. */
void vf_staging_free(vf_context *context);

#endif
