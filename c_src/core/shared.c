#include "shared.h"

#include "error.h"
#include "evict.h"
#include "flight.h"
#include "hooks.h"
#include "registry.h"

int vfi_shared_count;

static bool may_share(void) { return !vfi_host_watched && vfi_wiring.states_by_part(); }

/* True if all of the array is managed memory. */
static bool is_managed(const vfi_array *array)
{
  const vf_backend *backend = array->context->backend;
  bool first = false, last = false;
  if (!backend->is_managed) return false;
  if (backend->is_managed(array->host, &first) || !first) return false;
  return !backend->is_managed(array->host + array->bytes - 1, &last) && last;
}

void vfi_shared_begin(vfi_array *array)
{
  const vfi_shares shares = array->context->pool->shares;
  if (shares == VF_SHARES_NOTHING || !array->context->backend->host_reach || !array->bytes || array->device ||
      array->state != VF_STATE_HOST || !may_share())
    return;
  if (shares == VF_SHARES_MANAGED && (vfi_context_select(array->context) || !is_managed(array))) return;
  array->shared = true;
  array->device = array->host;
  vfi_shared_count++;
}

/* A flight of a shared array has an event behind the last launch and no copy. */
vf_status vfi_shared_wait(vfi_array *array)
{
  vf_context *context = array->context;
  const vf_backend *backend = context->backend;
  const uint64_t uses = context->device_uses;
  if (!vfi_shared_is_used(array, VF_WRITE)) { /* another wait was enough */
    if (array->state == VF_STATE_DEVICE) vfi_array_set_state(array, VF_STATE_BOTH);
    return VF_OK;
  }
  const vf_status status = vfi_context_select(context);
  if (status) return status;
  const bool alone = array->flight && array->flight->use_is_last && !array->address_given;
  const int code = alone ? backend->event_wait(array->flight->use) : backend->queue_wait(vfi_context_queue(context));
  array->counters.waits++;
  context->counters.waits++;
  if (code) return vfi_context_failure(context, code, "work queued earlier");
  if (!alone) vfi_shared_note_wait(context, uses);
  array->device_used = array->device_wrote = 0;
  if (array->state == VF_STATE_DEVICE) vfi_array_set_state(array, VF_STATE_BOTH);
  return VF_OK;
}

static void forget(vfi_array *array)
{
  array->shared = false;
  array->device = NULL;
  vfi_shared_count--;
}

vf_status vfi_shared_end(vfi_array *array)
{
  const vf_status status = array->shared ? vfi_shared_wait(array) : VF_OK;
  if (status || !array->shared) return status;
  forget(array);
  vfi_array_set_state(array, VF_STATE_HOST);
  vfi_evictions++; /* tables with its address are old */
  return VF_OK;
}

vf_status vfi_shared_end_for_checks(void)
{
  vf_status status = VF_OK;
  vfi_array *array;
  if (may_share()) return VF_OK;
  for (size_t place = 0; !status && (array = vfi_registry_at(place)); place++) status = vfi_shared_end(array);
  return status;
}

vf_status vfi_shared_check_host(const vfi_array *array, const char *who, const char *label)
{
  if (!array->shared || !vfi_shared_is_used(array, VF_WRITE)) return VF_OK;
  return vfi_fail(VF_ERROR_STATE,
                  "%s of '%s': the device works on the host array itself, and kernels queued before may not be over; "
                  "call to_host before the host writes",
                  who, label);
}
