/* The memory that drop-ins know. */
#ifndef VIEWFAB_RELINK_MEMORY_H
#define VIEWFAB_RELINK_MEMORY_H

#include <viewfab/viewfab.h>

/* Memory that an allocator of the program has given; viewfab knows the memory from then on. Errors: as
 * vf_memory_register. */
vf_status vfi_memory_allocated(void *address, size_t bytes);

/* The same while calls stay with the originals: nobody has to know this memory, nor earlier memory of allocators, so
 * that allocating threads do not wait for each other. Errors: the errors of waiting calls. */
vf_status vfi_memory_unneeded(const void *address, size_t bytes);

/* vf_memory_unregister, for memory that an allocator of the program is about to take back.
 *   parked_bytes  out: the size of the memory, if its views wait for the next use of the same memory; else 0 */
vf_status vfi_memory_freed(void *address, size_t *parked_bytes);

/* Memory that viewfab has allocated for itself: the program has freed its earlier contents, announced or not.
 * Errors: the errors of waiting calls. */
vf_status vfi_memory_is_own(const char *begin, size_t bytes);

/* For all blocks with a view: takes the host's values as the newest, when a region begins, or brings the newest values
 * to the host, when a region ends. */
void vfi_memory_enters_region(void);
vf_status vfi_memory_leaves_region(void);

#endif
