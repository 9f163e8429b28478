#include "region.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../core/error.h"
#include "memory.h"
#include "queue.h"

static atomic_int depth;

bool vf_offload_active(void) { return atomic_load_explicit(&depth, memory_order_acquire) > 0; }

bool vf_offload_poisons(void)
{
  const char *text = getenv("VF_OFFLOAD_POISON");
  return text && *text && strcmp(text, "0") != 0;
}

vf_status vf_offload_begin(void)
{
  if (atomic_fetch_add(&depth, 1) == 0) vf_memory_host_is_newest();
  return VF_OK;
}

vf_status vf_offload_end(void)
{
  if (!vf_offload_active()) return vf_fail(VF_ERROR_STATE, "vf_offload_end without vf_offload_begin");
  vf_status status = vf_queue_flush();
  if (atomic_load(&depth) == 1 && !status) status = vf_memory_to_host();
  if (!status) atomic_fetch_sub(&depth, 1);
  return status;
}
