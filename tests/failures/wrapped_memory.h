/* Calls of the library that failing_memory.c receives (__wrap_), and the calls that it makes in their place (__real_). */
#ifndef VIEWFAB_TESTS_WRAPPED_MEMORY_H
#define VIEWFAB_TESTS_WRAPPED_MEMORY_H

#include <stddef.h>

void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *old, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
char *__wrap_strdup(const char *text);
void __wrap_free(void *block);

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *old, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *block);

#endif
