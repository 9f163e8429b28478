/* The allocations of the program, from its start on: calls of malloc, free and their relatives go through functions of viewfab. An
 * array may be kept on the device between calls as long as its allocation is known, and the end of the allocation is
 * seen. Allocations of a few bytes are not noted. */
#ifndef VIEWFAB_COHERENCE_HEAP_H
#define VIEWFAB_COHERENCE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "allocations.h"
#include "led_calls.h"

/* Called before an allocation ends that vfi_heap_find has given. No lock held.
 *   values_count  realloc takes the values along; after free nobody reads them */
typedef void (*vfi_heap_listener)(const vfi_allocation *allocation, bool values_count);

/* Follows allocations from here on. Does nothing, and gives the reason on standard error, if the program has an allocator of its own
 * inside its executable, whose calls cannot be led. Called once, while the program starts. */
void vfi_heap_follow(vfi_heap_listener listener);

/* Finds the allocation around a range, and asks for a call of the listener at its end. False: no known allocation holds the range. */
bool vfi_heap_find(const char *begin, size_t bytes, vfi_allocation *found);

/* True if viewfab has seen no end of the allocation. */
bool vfi_heap_holds(const char *begin, uint64_t serial);

/* The bytes of the pages of an allocation that holds nothing but the array; 0: other data may lie in these pages. */
size_t vfi_heap_own_pages(const char *begin, size_t bytes);

/* The calls to lead here; a count of 0 before vfi_heap_follow. */
int vfi_heap_calls(const vfi_led_call **calls);

#endif
