/* The public calls that look at one view or move its data. */
#include "../validate/kept_view.h"
#include "error.h"
#include "registry.h"
#include "view.h"

vf_status vf_view_find(const void *address, vf_view **view)
{
  if (!view) return vf_fail(VF_ERROR_NULL, "vf_view_find: view is NULL");
  *view = NULL;
  vf_context *context = NULL;
  const vf_status status = vf_context_resolve(&context);
  if (status) return status;
  vf_lock();
  const vf_array *array = vf_registry_find(address);
  if (array && array->context == context) *view = vf_record_of_array(array);
  vf_unlock();
  return *view ? VF_OK : vf_fail(VF_ERROR_ARGUMENT, "address %p lies in no live view of the default context", address);
}

const char *vf_view_label(const vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_label");
  vf_unlock();
  return record ? record->label : "";
}

vf_type vf_view_type(const vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_type");
  const vf_type type = record ? record->array->type : (vf_type)0;
  vf_unlock();
  return type;
}

int vf_view_rank(const vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_rank");
  const int rank = record ? record->rank : 0;
  vf_unlock();
  return rank;
}

vf_status vf_view_bounds(const vf_view *view, int64_t *lower, int64_t *upper)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_bounds");
  for (int d = 0; record && d < record->rank; d++) {
    if (lower) lower[d] = record->lower[d];
    if (upper) upper[d] = record->upper[d];
  }
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_context(const vf_view *view, vf_context **context)
{
  if (!context) return vf_fail(VF_ERROR_NULL, "vf_view_context: context is NULL");
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_context");
  *context = record ? record->array->context : NULL;
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_host_address(const vf_view *view, void **address)
{
  if (!address) return vf_fail(VF_ERROR_NULL, "vf_view_host_address: address is NULL");
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_host_address");
  *address = record ? vf_record_address(record, VF_HOST) : NULL;
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

static vf_status check_intent(const vf_record *record, vf_intent intent)
{
  if (intent >= VF_READ && intent <= VF_UPDATE) return VF_OK;
  return vf_fail(VF_ERROR_ARGUMENT, "'%s': intent %d; it may be read (%d), write (%d) or update (%d)", record->label,
                 intent, VF_READ, VF_WRITE, VF_UPDATE);
}

vf_status vf_view_sync_h2d(vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "sync_h2d");
  const vf_status status = record ? vf_array_copy(record->array, VF_COPY_TO_DEVICE) : VF_ERROR_NULL;
  vf_unlock();
  return status;
}

vf_status vf_view_sync_d2h(vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "sync_d2h");
  vf_status status = record ? VF_OK : VF_ERROR_NULL;
  if (record && record->array->bytes && !record->array->held && !record->array->context->backend->aliases_host)
    status = vf_fail(VF_ERROR_STATE, "sync_d2h of '%s': the device never held it", record->label);
  if (!status) status = vf_array_copy(record->array, VF_COPY_TO_HOST);
  if (!status) status = vf_kept_view_write(record);
  vf_unlock();
  return status;
}

/* prepare and commit in one: the caller writes after this returns. */
static vf_status move(vf_view *view, vf_side side, vf_intent intent, const char *who, void **address)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, who);
  vf_status status = record ? check_intent(record, intent) : VF_ERROR_NULL;
  if (!status) {
    const bool whole = vf_record_whole(record);
    status = vf_array_prepare(record->array, side, intent, whole);
    /* before the commit: a failure leaves the host without the right to write */
    if (!status && side == VF_HOST && intent != VF_WRITE) status = vf_kept_view_write(record);
    if (!status) vf_array_commit(record->array, side, intent, whole);
    if (!status && address) *address = vf_record_address(record, side);
  }
  vf_unlock();
  return status;
}

vf_status vf_view_to_host(vf_view *view, vf_intent intent) { return move(view, VF_HOST, intent, "to_host", NULL); }

vf_status vf_view_to_device(vf_view *view, vf_intent intent)
{
  return move(view, VF_DEVICE, intent, "to_device", NULL);
}

vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address)
{
  if (!address) return vf_fail(VF_ERROR_NULL, "device_address: address is NULL");
  *address = NULL;
  return move(view, VF_DEVICE, intent, "device_address", address);
}

vf_status vf_view_mark_written(vf_view *view, vf_side side)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "mark_written");
  vf_status status = record ? VF_OK : VF_ERROR_NULL;
  if (record && side != VF_HOST && side != VF_DEVICE)
    status = vf_fail(VF_ERROR_ARGUMENT, "mark_written of '%s': side %d", record->label, side);
  else if (record && !vf_state_valid(record->array->state, side))
    status = vf_fail(VF_ERROR_STALE,
                     "mark_written of '%s': its newest values are on the other side, and those not "
                     "written now would be lost; bring it over with to_%s before writing",
                     record->label, side == VF_HOST ? "host" : "device");
  if (!status) vf_array_commit(record->array, side, VF_WRITE, true);
  vf_unlock();
  return status;
}

vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_state");
  if (record && host_valid) *host_valid = vf_state_valid(record->array->state, VF_HOST);
  if (record && device_valid) *device_valid = vf_state_valid(record->array->state, VF_DEVICE);
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_counters(const vf_view *view, vf_counters *counters)
{
  if (!counters) return vf_fail(VF_ERROR_NULL, "vf_view_counters: counters is NULL");
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_counters");
  if (record) {
    *counters = record->array->counters;
    counters->locked_bytes = (int64_t)record->array->locked_bytes;
    counters->locks_refused = record->array->lock_refused;
    counters->device_bytes =
        record->array->device && !record->array->context->backend->aliases_host ? (int64_t)record->array->bytes : 0;
  }
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}
