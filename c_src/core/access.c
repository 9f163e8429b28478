/* The public calls that look at one view or move its data. */
#include "error.h"
#include "hooks.h"
#include "open_contexts.h"
#include "registry.h"
#include "set.h"
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
  const vf_record *record = vf_record_or_set(view, "vf_view_label");
  vf_unlock();
  return record ? record->label : "";
}

vf_type vf_view_type(const vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_or_set(view, "vf_view_type");
  const vf_type type = !record ? (vf_type)0 : record->set ? record->set->type : record->array->type;
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
  const vf_record *record = vf_record_or_set(view, "vf_view_context");
  *context = !record ? NULL : record->set ? record->set->context : record->array->context;
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

/* A view, or the views of a set, as a list. */
typedef struct record_list {
  vf_record *only;
  vf_array *only_array;
  vf_record *const *records;
  vf_array *const *arrays;
  const char *label;
  int count;
} record_list;

static vf_status list_of(const vf_view *view, const char *who, record_list *list)
{
  vf_record *record = vf_record_or_set(view, who);
  if (!record) return VF_ERROR_NULL;
  list->only = record;
  list->only_array = record->array;
  list->records = record->set ? record->set->records : &list->only;
  list->arrays = record->set ? record->set->arrays : &list->only_array;
  list->count = record->set ? record->set->count : 1;
  list->label = record->label;
  return VF_OK;
}

vf_status vf_view_sync_h2d(vf_view *view)
{
  record_list list;
  vf_lock();
  vf_status status = list_of(view, "sync_h2d", &list);
  if (!status) status = vf_arrays_copy(list.arrays, list.count, VF_COPY_TO_DEVICE, list.label);
  vf_unlock();
  return status;
}

vf_status vf_view_sync_d2h(vf_view *view)
{
  record_list list;
  vf_lock();
  vf_status status = list_of(view, "sync_d2h", &list);
  for (int b = 0; !status && b < list.count; b++) {
    const vf_array *array = list.arrays[b];
    if (array->bytes && !array->held && !array->context->backend->aliases_host)
      status = vf_fail(VF_ERROR_STATE, "sync_d2h of '%s': the device never held it", list.records[b]->label);
  }
  if (!status) status = vf_arrays_copy(list.arrays, list.count, VF_COPY_TO_HOST, list.label);
  for (int b = 0; !status && b < list.count; b++) status = vf_wiring.host_reads(list.records[b]);
  vf_unlock();
  return status;
}

/* prepare and commit in one: the caller writes after this returns. */
static vf_status move_view(const vf_record *record, vf_side side, vf_intent intent)
{
  const bool whole = vf_record_whole(record);
  vf_status status = vf_array_prepare(record->array, side, intent, whole);
  /* before the commit: a failure leaves the host without the right to write */
  if (!status && side == VF_HOST && intent != VF_WRITE) status = vf_wiring.host_reads(record);
  if (!status) vf_array_commit(record->array, side, intent, whole);
  return status;
}

static vf_status move_set(vf_set_state *set, vf_side side, vf_intent intent)
{
  vf_status status = vf_set_prepare(set, side, intent, NULL);
  for (int b = 0; !status && side == VF_HOST && intent != VF_WRITE && b < set->count; b++)
    status = vf_wiring.host_reads(set->records[b]);
  if (!status) vf_set_commit(set, side, intent, NULL);
  return status;
}

static vf_status move(vf_view *view, vf_side side, vf_intent intent, const char *who)
{
  vf_lock();
  const vf_record *record = vf_record_or_set(view, who);
  vf_status status = record ? check_intent(record, intent) : VF_ERROR_NULL;
  if (!status) status = record->set ? move_set(record->set, side, intent) : move_view(record, side, intent);
  vf_unlock();
  return status;
}

vf_status vf_view_to_host(vf_view *view, vf_intent intent) { return move(view, VF_HOST, intent, "to_host"); }

vf_status vf_view_to_device(vf_view *view, vf_intent intent) { return move(view, VF_DEVICE, intent, "to_device"); }

vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address)
{
  if (!address) return vf_fail(VF_ERROR_NULL, "device_address: address is NULL");
  *address = NULL;
  vf_lock();
  const vf_record *record = vf_record_get(view, "device_address");
  vf_status status = record ? check_intent(record, intent) : VF_ERROR_NULL;
  if (!status) status = move_view(record, VF_DEVICE, intent);
  if (!status) *address = vf_record_address(record, VF_DEVICE);
  vf_unlock();
  return status;
}

vf_status vf_view_mark_written(vf_view *view, vf_side side)
{
  record_list list;
  vf_lock();
  vf_status status = list_of(view, "mark_written", &list);
  if (!status && side != VF_HOST && side != VF_DEVICE)
    status = vf_fail(VF_ERROR_ARGUMENT, "mark_written of '%s': side %d", list.label, side);
  for (int b = 0; !status && b < list.count; b++)
    if (!vf_state_valid(list.arrays[b]->state, side))
      status = vf_fail(VF_ERROR_STALE,
                       "mark_written of '%s': its newest values are on the other side, and those not "
                       "written now would be lost; bring it over with to_%s before writing",
                       list.records[b]->label, side == VF_HOST ? "host" : "device");
  for (int b = 0; !status && b < list.count; b++) vf_array_commit(list.arrays[b], side, VF_WRITE, true);
  vf_unlock();
  return status;
}

vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid)
{
  record_list list;
  bool valid[2] = { true, true };
  vf_lock();
  const vf_status status = list_of(view, "vf_view_state", &list);
  for (int b = 0; !status && b < list.count; b++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      valid[side] = valid[side] && vf_state_valid(list.arrays[b]->state, (vf_side)side);
  vf_unlock();
  if (!status && host_valid) *host_valid = valid[VF_HOST];
  if (!status && device_valid) *device_valid = valid[VF_DEVICE];
  return status;
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
