#include "region.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../validate/settings.h"
#include "freed.h"
#include "memory.h"
#include "queue.h"

static atomic_int depth;

bool vfi_offload_active(void) { return atomic_load_explicit(&depth, memory_order_acquire) > 0; }

/* Both are set before a region begins. */
static bool poisons, queueing;

bool vfi_offload_poisons(void) { return poisons; }

static bool asked_to_poison(void)
{
  const char *text = getenv("VF_OFFLOAD_POISON");
  return text && *text && strcmp(text, "0") != 0;
}

bool vfi_offload_queues(void) { return vfi_offload_active() && queueing && !vfi_settings_watching(); }

/* Counters of the default context when the outermost region began, and the copies of regions so far. */
static vf_counters at_begin;
static vfi_offload_moved moved;

vfi_offload_moved vfi_offload_moves(void) { return moved; }

vf_status vf_offload_begin(void)
{
  if (vfi_offload_active()) {
    atomic_fetch_add(&depth, 1);
    return VF_OK;
  }
  vf_context *context = NULL;
  vf_status status = vfi_context_resolve(&context);
  if (!status) status = vfi_settings_load();
  if (!status) status = vf_counters_get(NULL, &at_begin);
  if (!status) status = vfi_queue_forget();
  if (status) return status;
  poisons = asked_to_poison();
  queueing = !context->backend->aliases_host && !poisons;
  vfi_memory_enters_region();
  atomic_fetch_add(&depth, 1);
  return VF_OK;
}

static vf_status end_outermost(void)
{
  vf_counters now;
  vf_status status = vf_counters_get(NULL, &now);
  if (status) return status;
  moved.regions++;
  moved.to_device += now.bytes_to_device - at_begin.bytes_to_device;
  moved.to_host += now.bytes_to_host - at_begin.bytes_to_host;
  status = vfi_memory_leaves_region();
  vfi_freed_end();
  return status;
}

vf_status vf_offload_end(void)
{
  if (!vfi_offload_active()) return vfi_fail(VF_ERROR_STATE, "vf_offload_end without vf_offload_begin");
  vf_status status = vfi_queue_forget();
  if (atomic_load(&depth) == 1 && !status) status = end_outermost();
  if (!status) atomic_fetch_sub(&depth, 1);
  return status;
}
