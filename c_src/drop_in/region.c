#include "region.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <viewfab/boxlib.h>

#include "../core/context.h"
#include "../core/error.h"
#include "../core/open_contexts.h"
#include "../validate/settings.h"
#include "freed.h"
#include "memory.h"
#include "queue.h"

static atomic_int depth;

bool vf_offload_active(void) { return atomic_load_explicit(&depth, memory_order_acquire) > 0; }

/* Both are set before a region begins. */
static bool poisons, queueing;

bool vf_offload_poisons(void) { return poisons; }

static bool asked_to_poison(void)
{
  const char *text = getenv("VF_OFFLOAD_POISON");
  return text && *text && strcmp(text, "0") != 0;
}

bool vf_offload_queues(void) { return vf_offload_active() && queueing && !vf_settings_watching(); }

/* Counters of the default context when the outermost region began, and the copies of regions so far. */
static vf_counters at_begin;
static vf_offload_moved moved;

vf_offload_moved vf_offload_moves(void) { return moved; }

vf_status vf_offload_begin(void)
{
  if (vf_offload_active()) {
    atomic_fetch_add(&depth, 1);
    return VF_OK;
  }
  vf_context *context = NULL;
  vf_status status = vf_context_resolve(&context);
  if (!status) status = vf_settings_load();
  if (!status) status = vf_counters_get(NULL, &at_begin);
  if (!status) status = vf_queue_forget();
  if (status) return status;
  poisons = asked_to_poison();
  queueing = !context->backend->aliases_host && !poisons;
  vf_memory_enters_region();
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
  status = vf_memory_leaves_region();
  vf_freed_end();
  return status;
}

vf_status vf_offload_end(void)
{
  if (!vf_offload_active()) return vf_fail(VF_ERROR_STATE, "vf_offload_end without vf_offload_begin");
  vf_status status = vf_queue_forget();
  if (atomic_load(&depth) == 1 && !status) status = end_outermost();
  if (!status) atomic_fetch_sub(&depth, 1);
  return status;
}
