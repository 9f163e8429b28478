/* Public calls: queries on views, and moves of their data. */
#include <stdio.h>

#include "error.h"
#include "hooks.h"
#include "open_contexts.h"
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
  const char *label = vf_handle_get(view, "vf_view_label") ? vf_handle_label(view) : "";
  vf_unlock();
  return label;
}

vf_type vf_view_type(const vf_view *view)
{
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "vf_view_type");
  const vf_type type = operand ? operand->type : (vf_type)0;
  vf_unlock();
  return type;
}

int vf_view_rank(const vf_view *view)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_rank");
  int64_t lower[VF_MAX_AXES], upper[VF_MAX_AXES];
  const int rank = record ? vf_record_bounds(record, lower, upper) : 0;
  vf_unlock();
  return rank;
}

vf_status vf_view_bounds(const vf_view *view, int64_t *lower, int64_t *upper)
{
  vf_lock();
  const vf_record *record = vf_record_get(view, "vf_view_bounds");
  int64_t first[VF_MAX_AXES], last[VF_MAX_AXES];
  const int rank = record ? vf_record_bounds(record, first, last) : 0;
  for (int d = 0; d < rank; d++) {
    if (lower) lower[d] = first[d];
    if (upper) upper[d] = last[d];
  }
  vf_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_context(const vf_view *view, vf_context **context)
{
  if (!context) return vf_fail(VF_ERROR_NULL, "vf_view_context: context is NULL");
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "vf_view_context");
  *context = operand ? operand->context : NULL;
  vf_unlock();
  return operand ? VF_OK : VF_ERROR_NULL;
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

static vf_status check_intent(const vf_operand *operand, vf_intent intent)
{
  if (intent >= VF_READ && intent <= VF_UPDATE) return VF_OK;
  return vf_fail(VF_ERROR_ARGUMENT, "'%s': intent %d; it may be read (%d), write (%d) or update (%d)", operand->label,
                 intent, VF_READ, VF_WRITE, VF_UPDATE);
}

static vf_status host_reads(const vf_operand *operand)
{
  vf_status status = VF_OK;
  for (int v = 0; v < operand->count && !status; v++) status = vf_wiring.host_reads(operand->records[v]);
  return status;
}

vf_status vf_view_sync_h2d(vf_view *view)
{
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "sync_h2d");
  const vf_status status = operand ? vf_arrays_copy(operand->arrays, operand->count, VF_COPY_TO_DEVICE) : VF_ERROR_NULL;
  vf_unlock();
  return status;
}

static vf_status sync_to_host(const vf_operand *operand)
{
  for (int v = 0; v < operand->count; v++) {
    const vf_array *array = operand->arrays[v];
    if (array->bytes && !array->held && !array->context->backend->aliases_host)
      return vf_fail(VF_ERROR_STATE, "sync_d2h of '%s': the device never held it", operand->records[v]->label);
  }
  const vf_status status = vf_arrays_copy(operand->arrays, operand->count, VF_COPY_TO_HOST);
  return status ? status : host_reads(operand);
}

vf_status vf_view_sync_d2h(vf_view *view)
{
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "sync_d2h");
  const vf_status status = operand ? sync_to_host(operand) : VF_ERROR_NULL;
  vf_unlock();
  return status;
}

/* The caller writes after this. */
static vf_status note_move(const vf_operand *operand, vf_side side, vf_intent intent)
{
  /* before the commit: a failure leaves the host without the right to write */
  const vf_status status = side == VF_HOST && intent != VF_WRITE ? host_reads(operand) : VF_OK;
  if (!status) vf_operand_commit(operand, side, intent);
  return status;
}

static vf_status move_operand(vf_operand *operand, vf_side side, vf_intent intent)
{
  vf_status status = check_intent(operand, intent);
  if (!status && side == VF_DEVICE) status = vf_context_select(operand->context);
  if (!status) status = vf_operand_prepare(operand, side, intent, NULL);
  return status ? status : note_move(operand, side, intent);
}

static vf_status move(const vf_view *view, vf_side side, vf_intent intent, const char *who)
{
  vf_lock();
  vf_operand *operand = vf_handle_get(view, who);
  const vf_status status = operand ? move_operand(operand, side, intent) : VF_ERROR_NULL;
  vf_unlock();
  return status;
}

vf_status vf_view_to_host(vf_view *view, vf_intent intent) { return move(view, VF_HOST, intent, "to_host"); }

vf_status vf_view_to_device(vf_view *view, vf_intent intent) { return move(view, VF_DEVICE, intent, "to_device"); }

/* The operand of a view in a list. NULL if there is none, with the place in the list in the text. */
static vf_operand *listed(vf_view *const *views, int place, const char *who)
{
  char text[64];
  snprintf(text, sizeof text, "%s, view %d of the list", who, place + 1);
  return vf_handle_get(views[place], text);
}

/* All listed views in one go, for each run of views of one context. */
static vf_status bring_list(vf_view *const *views, int count, vf_side side, vf_intent intent)
{
  vf_moves moves = { .together = true };
  const vf_context *context = NULL;
  vf_status status = VF_OK;
  for (int v = 0; v < count && !status; v++) {
    vf_operand *operand = vf_handle_operand(views[v]);
    if (context != operand->context) {
      status = vf_moves_make(&moves);
      if (!status && side == VF_DEVICE) status = vf_context_select(operand->context);
      context = operand->context;
    }
    if (!status) status = vf_operand_list(operand, side, intent, NULL, &moves);
  }
  return status ? status : vf_moves_make(&moves);
}

static vf_status move_list(vf_view *const *views, int count, vf_side side, vf_intent intent, const char *who)
{
  const vf_status wrong = vf_view_list_check(views, count, who);
  if (wrong) return wrong;
  vf_lock();
  vf_status status = VF_OK;
  for (int v = 0; v < count && !status; v++) {
    const vf_operand *operand = listed(views, v, who);
    status = operand ? check_intent(operand, intent) : VF_ERROR_NULL;
  }
  if (!status) status = bring_list(views, count, side, intent);
  for (int v = 0; v < count && !status; v++) status = note_move(vf_handle_operand(views[v]), side, intent);
  vf_unlock();
  return status;
}

vf_status vf_views_to_host(vf_view *const *views, int count, vf_intent intent)
{
  return move_list(views, count, VF_HOST, intent, "to_host");
}

vf_status vf_views_to_device(vf_view *const *views, int count, vf_intent intent)
{
  return move_list(views, count, VF_DEVICE, intent, "to_device");
}

vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address)
{
  if (!address) return vf_fail(VF_ERROR_NULL, "device_address: address is NULL");
  *address = NULL;
  vf_lock();
  vf_record *record = vf_record_get(view, "device_address");
  const vf_status status = record ? move_operand(&record->operand, VF_DEVICE, intent) : VF_ERROR_NULL;
  if (!status) *address = vf_record_address(record, VF_DEVICE);
  vf_unlock();
  return status;
}

static vf_status mark_written(const vf_operand *operand, vf_side side)
{
  if (side != VF_HOST && side != VF_DEVICE)
    return vf_fail(VF_ERROR_ARGUMENT, "mark_written of '%s': side %d", operand->label, side);
  for (int v = 0; v < operand->count; v++)
    if (!vf_state_valid(operand->arrays[v]->state, side))
      return vf_fail(VF_ERROR_STALE,
                     "mark_written of '%s': its newest values are on the other side, and those not "
                     "written now would be lost; bring it over with to_%s before writing",
                     operand->records[v]->label, side == VF_HOST ? "host" : "device");
  vf_operand_commit(operand, side, VF_WRITE);
  return VF_OK;
}

vf_status vf_view_mark_written(vf_view *view, vf_side side)
{
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "mark_written");
  const vf_status status = operand ? mark_written(operand, side) : VF_ERROR_NULL;
  vf_unlock();
  return status;
}

vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid)
{
  bool valid[2] = { true, true };
  vf_lock();
  const vf_operand *operand = vf_handle_get(view, "vf_view_state");
  for (int v = 0; operand && v < operand->count; v++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      valid[side] = valid[side] && vf_state_valid(operand->arrays[v]->state, (vf_side)side);
  vf_unlock();
  if (operand && host_valid) *host_valid = valid[VF_HOST];
  if (operand && device_valid) *device_valid = valid[VF_DEVICE];
  return operand ? VF_OK : VF_ERROR_NULL;
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
