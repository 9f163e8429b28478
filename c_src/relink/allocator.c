/* Functions that the wraps of a program's own allocator call; see viewfab_relink(). */
#include <viewfab/boxlib.h>

#include "drop_in.h"
#include "freed.h"
#include "legacy_call.h"
#include "memory.h"
#include "region.h"
#include "stay.h"

void vf_allocator_gave(const char *allocator, void *address, size_t bytes)
{
  if (!address) return;
  const vf_status status =
      vfi_calls_stay() ? vfi_memory_unneeded(address, bytes) : vfi_memory_allocated(address, bytes);
  if (status) vfi_drop_in_failed(allocator);
}

void vf_allocator_takes(const char *allocator, void *address)
{
  if (address && vf_memory_unregister(address)) vfi_drop_in_failed(allocator);
}

void *vf_allocator_again(const char *allocator, size_t bytes)
{
  void *address = bytes ? vfi_freed_again(bytes) : NULL;
  if (address) vf_allocator_gave(allocator, address, bytes);
  return address;
}

bool vf_allocator_keeps(const char *allocator, void *address, void (*release)(void *))
{
  size_t parked = 0;
  if (address && vfi_memory_freed(address, &parked)) vfi_drop_in_failed(allocator);
  return parked && vfi_offload_queues() && vfi_freed_keep(address, parked, release);
}
