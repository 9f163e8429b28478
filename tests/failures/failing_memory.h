/* Memory of the library that runs out at a chosen place: the linker leads malloc and its kin here (--wrap). */
#ifndef VIEWFAB_TESTS_FAILING_MEMORY_H
#define VIEWFAB_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/* Allocation n from now on, counted from 1, fails; 0: none. */
void memory_fails_at(int64_t n);

/* Whether it has failed since. */
bool memory_has_failed(void);

/* Blocks that were taken and not given back. */
int64_t memory_blocks(void);

#endif
