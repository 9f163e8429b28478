/* Host memory of the arrays of vf_view_create: zeros. Large blocks without a write go from one array to the next, because a
 * work array of the device may live for a few microseconds. Lock held. */
#ifndef VIEWFAB_CORE_HOST_MEMORY_H
#define VIEWFAB_CORE_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Memory of at least so many bytes, all zero; NULL: there is none. */
void *vfi_host_memory_take(size_t bytes);

/* Gives memory back.
 *   bytes  as for the taking
 *   zero   the memory was not written, and has no pages of its own */
void vfi_host_memory_give(void *address, size_t bytes, bool zero);

/* Frees the kept blocks. */
void vfi_host_memory_free_kept(void);

#endif
