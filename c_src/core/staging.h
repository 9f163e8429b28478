/* Staging: copies of memory that is not page-locked, in chunks through page-locked buffers of the context. Some threads
 * of the host fill one buffer while another buffer is on the link. Lock held, the device current. */
#ifndef VIEWFAB_CORE_STAGING_H
#define VIEWFAB_CORE_STAGING_H

#include "context.h"
#include "state.h"

/* Bytes of a buffer, from VF_STAGING; 0: no staging. Errors: VF_ERROR_ARGUMENT. */
vf_status vfi_staging_size(size_t *bytes);

/* True if first copies of so many bytes are long enough for another way than a plain copy. */
bool vfi_staging_worth(const vf_context *context, size_t bytes);

/* True if a copy of so many bytes goes through the buffers. The first such copy takes the buffers; if the system
 * refuses them, the refusal is counted and nothing is staged. */
bool vfi_staging_takes(vf_context *context, size_t bytes);

/* Queues a copy. The host's bytes are complete only after vfi_staging_finish, and the device's bytes after a wait for
 * the queue. Returns a native error code, or 0. */
int vfi_staging_copy(vf_context *context, vfi_copy_direction copy, char *device, char *host, size_t bytes);

/* True if packed copies can go through the buffers. With a VF_STAGING of 0 they do, in buffers of the default size. */
bool vfi_staging_packs(vf_context *context);

/* Queues a copy of boxes of an array, packed in the buffers. The device packs into them, or unpacks from them.
 *   device, host  the array's first element on either side
 *   packing       lives until vfi_staging_finish or vfi_staging_drop */
int vfi_staging_copy_boxes(vf_context *context, vfi_copy_direction copy, char *device, char *host,
                           const vf_packing *packing);

/* Brings the remaining bytes of the buffers to the host. Returns a native error code, or 0. */
int vfi_staging_finish(vf_context *context);

/* After an error and a wait for the queue: forgets the contents of the buffers. */
void vfi_staging_drop(vf_context *context);

/* Gives the buffers back. */
void vfi_staging_free(vf_context *context);

/* Threads that copy the host's memory. viewfab has threads of its own, because the threads of OpenMP may all be busy in
 * calls of viewfab, or the user may have set one thread. Reads VF_TEST_COPY_THREADS. Errors: VF_ERROR_ARGUMENT. Lock held. */
vf_status vfi_copying_load(void);

/* Calls piece(copy, p) for p = 0 ... pieces - 1, by these threads. Lock held, so there is one copy at a time. */
void vfi_copy_pieces(void (*piece)(const void *copy, uint64_t piece), const void *copy, uint64_t pieces);

/* memcpy by these threads. */
void vfi_copy_memory(char *to, const char *from, size_t bytes);

/* Packs, or unpacks, elements first ... first + count - 1 of a packed copy on the host, by these threads.
 *   array   the element from which the boxes count
 *   packed  element `first` of the packed copy */
void vfi_copy_boxes(char *array, char *packed, const vf_packing *packing, int64_t first, int64_t count, bool packs);

#endif
