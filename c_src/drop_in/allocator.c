/* What the wraps of a program's own allocator call; see viewfab_relink(). */
#include <viewfab/boxlib.h>

#include "drop_in.h"
#include "legacy_call.h"

void vf_allocator_gave(const char *allocator, void *address, size_t bytes)
{
  if (address && vf_memory_register(address, bytes, NULL)) vf_drop_in_failed(allocator);
}

void vf_allocator_takes(const char *allocator, void *address)
{
  if (address && vf_memory_unregister(address)) vf_drop_in_failed(allocator);
}
