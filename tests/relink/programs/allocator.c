/* The program's own allocator. Like real allocators, it gives the last freed memory first. */
#include "legacy.h"

#include <stdlib.h>

static void *freed;
static size_t freed_bytes, last_bytes;

void *legacy_allocate(size_t bytes)
{
  last_bytes = bytes;
  if (freed && bytes == freed_bytes) {
    void *again = freed;
    freed = NULL;
    return again;
  }
  return malloc(bytes);
}

void legacy_free(void *address)
{
  free(freed);
  freed = address;
  freed_bytes = last_bytes;
}
