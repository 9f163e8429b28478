/* A list of allocations: a treap by address, so that few of very many nodes change. The caller holds a lock, and owns the nodes. */
#ifndef VIEWFAB_COHERENCE_ALLOCATIONS_H
#define VIEWFAB_COHERENCE_ALLOCATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An allocation. The serial number is unique in the process. */
typedef struct vfi_allocation {
  char *begin;
  size_t bytes; /* as the program asked for */
  uint64_t serial;
} vfi_allocation;

typedef struct vfi_noted {
  vfi_allocation of;
  uint64_t priority; /* any number without an order */
  bool heard;        /* somebody wants to hear of the end */
  bool in_own_pages; /* nothing else lies in its pages */
  struct vfi_noted *left, *right;
} vfi_noted;

/* False: no listed allocation begins at the address. No lock needed. */
bool vfi_allocations_may_have(const void *address);

/* The last allocation that begins at or before the address; NULL: there is none. */
vfi_noted *vfi_allocations_before(const char *address);

/* The allocation that begins at the address; NULL: there is none. */
vfi_noted *vfi_allocations_at(const char *begin);

void vfi_allocations_put(vfi_noted *fresh);

/* Takes out the allocation that begins at the address; NULL: there is none. */
vfi_noted *vfi_allocations_take(const char *begin);

/* Takes out the allocations in a range, as a list by `left`: nobody saw their end, and other memory lies there now. */
vfi_noted *vfi_allocations_take_overlapped(const char *begin, const char *end);

#endif
