/* Memory that the program's allocator took back within a region. viewfab does not give the memory to the allocator but
 * to the program, when the program next allocates as many bytes. Work arrays of a cycle then have the addresses and the
 * device memory of the cycle before, and the calls on them are known. */
#ifndef VIEWFAB_DROP_IN_FREED_H
#define VIEWFAB_DROP_IN_FREED_H

#include <stdbool.h>
#include <stddef.h>

/* Keeps memory.
 *   release  gives the memory back to the allocator
 * Returns false without memory for the list: nothing is kept then. */
bool vf_freed_keep(void *address, size_t bytes, void (*release)(void *));

/* Kept memory of so many bytes, the lowest address first: a cycle that allocates in the same order gets the same
 * addresses. NULL: none is kept. */
void *vf_freed_again(size_t bytes);

/* Gives all kept memory back to the allocator. */
void vf_freed_end(void);

#endif
