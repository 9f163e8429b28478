/* The program's own allocator. It gives what was freed last again, as allocators do. */
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
