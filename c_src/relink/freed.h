/* Memory that the program frees within a region. viewfab keeps this memory, and returns it when the program next allocates
 * as many bytes. Work arrays of a cycle then have the addresses and the device memory of the cycle before, and viewfab
 * recognises the calls on them. */
#ifndef VIEWFAB_RELINK_FREED_H
#define VIEWFAB_RELINK_FREED_H

#include <stdbool.h>
#include <stddef.h>

/* Keeps memory.
 *   release  gives the memory back to the allocator
 * Returns false without memory for the list: nothing is kept then. */
bool vfi_freed_keep(void *address, size_t bytes, void (*release)(void *));

/* Kept memory of so many bytes, the lowest address first: a cycle that allocates in the same order gets the same
 * addresses. NULL: none is kept. */
void *vfi_freed_again(size_t bytes);

/* Gives all kept memory back to the allocator. */
void vfi_freed_end(void);

#endif
