/* The library's memory fails at a chosen allocation. The linker redirects malloc and its relatives here
 * (--wrap). */
#ifndef VIEWFAB_TESTS_FAILING_MEMORY_H
#define VIEWFAB_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* The n-th allocation from now on, counted from 1, fails; 0: no allocation fails. */
void memory_fails_at(int64_t n);

/* True if the allocation has failed since. */
bool memory_has_failed(void);

/* The number of allocated blocks that were not freed. */
int64_t memory_blocks(void);

/* The number of allocations so far. */
int64_t memory_allocations(void);

#endif
