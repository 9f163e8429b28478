/* Functions that the wraps of a program's own allocator call; see viewfab_relink(). */
#include <viewfab/boxlib.h>

#include "drop_in.h"
#include "freed.h"
#include "legacy_call.h"
#include "region.h"
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

void *vf_allocator_again(const char *allocator, size_t bytes)
{
  void *address = bytes ? vf_freed_again(bytes) : NULL;
  if (address) vf_allocator_gave(allocator, address, bytes);
  return address;
}

bool vf_allocator_keeps(const char *allocator, void *address, void (*release)(void *))
{
  size_t parked = 0;
  if (address && vf_memory_freed(address, &parked)) vf_drop_in_failed(allocator);
  return parked && vf_offload_queues() && vf_freed_keep(address, parked, release);
}
