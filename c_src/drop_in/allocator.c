/* What the wraps of a program's own allocator call; see viewfab_relink(). */
#include <viewfab/boxlib.h>

#include "drop_in.h"
#include "legacy_call.h"
#include "stay.h"

void vf_allocator_gave(const char *allocator, void *address, size_t bytes)
{
  if (!address) return;
  const vf_status status = vf_calls_stay() ? vf_memory_unneeded(address, bytes) : vf_memory_allocated(address, bytes);
  if (status) vf_drop_in_failed(allocator);
}

void vf_allocator_takes(const char *allocator, void *address)
{
  if (address && vf_memory_unregister(address)) vf_drop_in_failed(allocator);
}
