/* Public calls: queries on views, and moves of their data. */
#include <stdio.h>

#include "context.h"
#include "error.h"
#include "evict.h"
#include "hooks.h"
#include "registry.h"
#include "section.h"
#include "shared.h"
#include "view.h"

vf_status vf_view_find(const void *address, vf_view **view)
{
  if (!view) return vfi_fail(VF_ERROR_NULL, "vf_view_find: view is NULL");
  *view = NULL;
  vf_context *context = NULL;
  const vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  const vfi_array *array = vfi_registry_find(address);
  if (array && array->context == context) *view = vfi_record_of_array(array);
  vfi_unlock();
  return *view ? VF_OK : vfi_fail(VF_ERROR_ARGUMENT, "address %p lies in no live view of the default context", address);
}

const char *vf_view_label(const vf_view *view)
{
  vfi_lock();
  const char *label = vfi_handle_get(view, "vf_view_label") ? vfi_handle_label(view) : "";
  vfi_unlock();
  return label;
}

vf_type vf_view_type(const vf_view *view)
{
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(view, "vf_view_type");
  const vf_type type = operand ? operand->type : (vf_type)0;
  vfi_unlock();
  return type;
}

int vf_view_rank(const vf_view *view)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "vf_view_rank");
  int64_t lower[VF_MAX_AXES], upper[VF_MAX_AXES];
  const int rank = record ? vfi_record_bounds(record, lower, upper) : 0;
  vfi_unlock();
  return rank;
}

vf_status vf_view_bounds(const vf_view *view, int64_t *lower, int64_t *upper)
{
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "vf_view_bounds");
  int64_t first[VF_MAX_AXES], last[VF_MAX_AXES];
  const int rank = record ? vfi_record_bounds(record, first, last) : 0;
  for (int d = 0; d < rank; d++) {
    if (lower) lower[d] = first[d];
    if (upper) upper[d] = last[d];
  }
  vfi_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_context(const vf_view *view, vf_context **context)
{
  if (!context) return vfi_fail(VF_ERROR_NULL, "vf_view_context: context is NULL");
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(view, "vf_view_context");
  *context = operand ? operand->context : NULL;
  vfi_unlock();
  return operand ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_host_address(const vf_view *view, void **address)
{
  if (!address) return vfi_fail(VF_ERROR_NULL, "vf_view_host_address: address is NULL");
  vfi_lock();
  vfi_record *record = vfi_record_get(view, "vf_view_host_address");
  *address = record ? vfi_record_address(record, VF_HOST) : NULL;
  if (record) record->array->host_used = true;
  vfi_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}

void vfi_request_begin(void)
{
  vfi_lock();
  if (vfi_profiling) vfi_wiring.code_asks();
  vfi_use_begin();
}

void vfi_request_end(void)
{
  vfi_use_end();
  if (vfi_profiling) vfi_wiring.code_goes_on();
  vfi_unlock();
}

static vf_status check_intent(const vfi_operand *operand, vf_intent intent)
{
  if (intent >= VF_READ && intent <= VF_UPDATE) return VF_OK;
  return vfi_fail(VF_ERROR_ARGUMENT, "'%s': intent %d; it may be read (%d), write (%d) or update (%d)", operand->label,
                  intent, VF_READ, VF_WRITE, VF_UPDATE);
}

static vf_status host_reads(const vfi_operand *operand)
{
  vf_status status = VF_OK;
  for (int v = 0; v < operand->count && !status; v++) status = vfi_wiring.host_reads(operand->records[v]);
  return status;
}

/* The program's elements of sections get the values of the host's side. */
static void show_sections(const vfi_operand *operand)
{
  for (int v = 0; v < operand->count; v++)
    if (operand->arrays[v]->section) vfi_section_unpack(operand->arrays[v]);
}

/* Behind the commit of an access of the host. */
static void note_program(const vfi_operand *operand, bool writes)
{
  for (int v = 0; v < operand->count; v++)
    if (operand->arrays[v]->section) vfi_section_note_program(operand->arrays[v], writes);
}

static vf_status sync_to_device(const vfi_operand *operand)
{
  for (int v = 0; v < operand->count; v++) {
    const vf_status status = vfi_shared_check_host(operand->arrays[v], "sync_h2d", operand->records[v]->label);
    if (status) return status;
  }
  for (int v = 0; v < operand->count; v++)
    if (operand->arrays[v]->section) vfi_section_take(operand->arrays[v]);
  return vfi_arrays_copy(operand->arrays, operand->count, VF_COPY_TO_DEVICE);
}

vf_status vf_view_sync_h2d(vf_view *view)
{
  vfi_request_begin();
  const vfi_operand *operand = vfi_handle_get(view, "sync_h2d");
  const vf_status status = operand ? sync_to_device(operand) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}

static vf_status sync_to_host(const vfi_operand *operand)
{
  for (int v = 0; v < operand->count; v++) {
    const vfi_array *array = operand->arrays[v];
    if (array->bytes && !array->on_device_before && !array->context->backend->aliases_host)
      return vfi_fail(VF_ERROR_STATE, "sync_d2h of '%s': the device never held it", operand->records[v]->label);
  }
  const vf_status status = vfi_arrays_copy(operand->arrays, operand->count, VF_COPY_TO_HOST);
  if (status) return status;
  show_sections(operand);
  return host_reads(operand);
}

vf_status vf_view_sync_d2h(vf_view *view)
{
  vfi_request_begin();
  const vfi_operand *operand = vfi_handle_get(view, "sync_d2h");
  const vf_status status = operand ? sync_to_host(operand) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}

/* Notes an access; the caller writes its elements after this call. */
static vf_status note_move(const vfi_operand *operand, vf_side side, vf_intent intent)
{
  /* before the commit: after a failure the host may not write */
  const vf_status status = side == VF_HOST && intent != VF_WRITE ? host_reads(operand) : VF_OK;
  if (status) return status;
  if (side == VF_HOST && intent != VF_WRITE) show_sections(operand);
  vfi_operand_commit(operand, side, intent);
  if (side == VF_HOST) note_program(operand, intent != VF_READ);
  return VF_OK;
}

vf_status vfi_operand_move(vfi_operand *operand, vf_side side, vf_intent intent)
{
  vf_status status = check_intent(operand, intent);
  if (!status && side == VF_DEVICE) status = vfi_context_select(operand->context);
  if (!status) status = vfi_operand_bring(operand, side, intent, NULL);
  return status ? status : note_move(operand, side, intent);
}

static vf_status move(const vf_view *view, vf_side side, vf_intent intent, const char *who)
{
  vfi_request_begin();
  vfi_operand *operand = vfi_handle_get(view, who);
  const vf_status status = operand ? vfi_operand_move(operand, side, intent) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}

vf_status vf_view_to_host(vf_view *view, vf_intent intent) { return move(view, VF_HOST, intent, "to_host"); }

vf_status vf_view_to_device(vf_view *view, vf_intent intent) { return move(view, VF_DEVICE, intent, "to_device"); }

/* The operand of a view in a list. For an unset view NULL, and an error text with the place in the list. */
static vfi_operand *listed(vf_view *const *views, int place, const char *who)
{
  char text[64];
  snprintf(text, sizeof text, "%s, view %d of the list", who, place + 1);
  return vfi_handle_get(views[place], text);
}

/* Moves all listed views: views of one context that follow each other move together. */
static vf_status bring_list(vf_view *const *views, int count, vf_side side, vf_intent intent)
{
  vfi_moves moves = { .together = true };
  const vf_context *context = NULL;
  vf_status status = VF_OK;
  for (int v = 0; v < count && !status; v++) {
    vfi_operand *operand = vfi_handle_operand(views[v]);
    if (context != operand->context) {
      status = vfi_moves_make(&moves);
      if (!status && side == VF_DEVICE) status = vfi_context_select(operand->context);
      context = operand->context;
    }
    if (!status) status = vfi_operand_list(operand, side, intent, NULL, &moves);
  }
  return status ? status : vfi_moves_make(&moves);
}

static vf_status move_list(vf_view *const *views, int count, vf_side side, vf_intent intent, const char *who)
{
  const vf_status wrong = vfi_view_list_check(views, count, who);
  if (wrong) return wrong;
  vfi_request_begin();
  vf_status status = VF_OK;
  for (int v = 0; v < count && !status; v++) {
    const vfi_operand *operand = listed(views, v, who);
    status = operand ? check_intent(operand, intent) : VF_ERROR_NULL;
  }
  if (!status) status = bring_list(views, count, side, intent);
  for (int v = 0; v < count && !status; v++) status = note_move(vfi_handle_operand(views[v]), side, intent);
  vfi_request_end();
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

/* given: to the program, which may use it at any time */
static vf_status device_address(vf_view *view, vf_intent intent, bool given, void **address)
{
  if (!address) return vfi_fail(VF_ERROR_NULL, "device_address: address is NULL");
  *address = NULL;
  vfi_request_begin();
  vfi_record *record = vfi_record_get(view, "device_address");
  const vf_status status = record ? vfi_operand_move(&record->operand, VF_DEVICE, intent) : VF_ERROR_NULL;
  if (!status) *address = vfi_record_address(record, VF_DEVICE);
  if (!status) (void)vfi_context_queue(record->array->context); /* for work in the own queue */
  if (!status && given) record->array->address_given = true;
  vfi_request_end();
  return status;
}

/* True if a side has the newest values. The host's side of a section is the program's memory. */
static bool valid_on(const vfi_array *array, vf_side side)
{
  const vfi_section *section = array->section;
  const bool behind = section && (side == VF_HOST ? section->is_old : section->program_writes);
  return vfi_state_valid(array->state, side) && !behind;
}

vf_status vf_view_device_address(vf_view *view, vf_intent intent, void **address)
{
  return device_address(view, intent, true, address);
}

vf_status vfi_view_device_address(vf_view *view, vf_intent intent, void **address)
{
  return device_address(view, intent, false, address);
}

static vf_status mark_written(const vfi_operand *operand, vf_side side)
{
  if (side != VF_HOST && side != VF_DEVICE)
    return vfi_fail(VF_ERROR_ARGUMENT, "mark_written of '%s': side %d", operand->label, side);
  for (int v = 0; v < operand->count; v++)
    if (!valid_on(operand->arrays[v], side))
      return vfi_fail(VF_ERROR_STALE,
                      "mark_written of '%s': its newest values are on the other side, and those not "
                      "written now would be lost; bring it over with to_%s before writing",
                      operand->records[v]->label, side == VF_HOST ? "host" : "device");
  for (int v = 0; side == VF_HOST && v < operand->count; v++) {
    const vf_status status = vfi_shared_check_host(operand->arrays[v], "mark_written", operand->records[v]->label);
    if (status) return status;
  }
  for (int v = 0; vfi_profiling && v < operand->count; v++)
    vfi_wiring.array_needed(operand->arrays[v], side, VF_WRITE, true);
  vfi_operand_commit(operand, side, VF_WRITE);
  if (side == VF_HOST) note_program(operand, true);
  return VF_OK;
}

vf_status vf_view_mark_written(vf_view *view, vf_side side)
{
  vfi_request_begin();
  const vfi_operand *operand = vfi_handle_get(view, "mark_written");
  const vf_status status = operand ? mark_written(operand, side) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}

vf_status vf_view_state(const vf_view *view, bool *host_valid, bool *device_valid)
{
  bool valid[2] = { true, true };
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(view, "vf_view_state");
  for (int v = 0; operand && v < operand->count; v++)
    for (int side = VF_HOST; side <= VF_DEVICE; side++)
      valid[side] = valid[side] && valid_on(operand->arrays[v], (vf_side)side);
  vfi_unlock();
  if (operand && host_valid) *host_valid = valid[VF_HOST];
  if (operand && device_valid) *device_valid = valid[VF_DEVICE];
  return operand ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_in_place(const vf_view *view, bool *in_place)
{
  if (!in_place) return vfi_fail(VF_ERROR_NULL, "vf_view_in_place: in_place is NULL");
  vfi_lock();
  const vfi_operand *operand = vfi_handle_get(view, "vf_view_in_place");
  *in_place = operand != NULL;
  for (int v = 0; operand && v < operand->count; v++) *in_place = *in_place && vfi_array_in_place(operand->arrays[v]);
  vfi_unlock();
  return operand ? VF_OK : VF_ERROR_NULL;
}

vf_status vf_view_counters(const vf_view *view, vf_counters *counters)
{
  if (!counters) return vfi_fail(VF_ERROR_NULL, "vf_view_counters: counters is NULL");
  vfi_lock();
  const vfi_record *record = vfi_record_get(view, "vf_view_counters");
  if (record) {
    *counters = record->array->counters;
    counters->locked_bytes = (int64_t)record->array->locked_bytes;
    counters->locks_refused = record->array->lock_refused;
    counters->device_bytes =
        record->array->device && !vfi_array_in_place(record->array) ? (int64_t)record->array->bytes : 0;
  }
  vfi_unlock();
  return record ? VF_OK : VF_ERROR_NULL;
}
