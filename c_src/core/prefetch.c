/* Public calls: copies that the host does not wait for. */
#include "context.h"
#include "error.h"
#include "flight.h"
#include "hooks.h"
#include "shared.h"
#include "view.h"

/* True if the copy is in the air already. */
static bool is_coming(const vfi_array *array, vfi_copy_direction copy)
{
  const vfi_flight *flight = array->flight;
  return flight && flight->copy == copy && flight->counts && flight->writes == array->writes;
}

/* An array without flights is brought over as for an access, and so is the memory of a section. */
static vf_status prefetch_view(vfi_record *record, vf_side side)
{
  vfi_array *array = record->array;
  const vfi_copy_direction copy = vfi_state_access(array->state, side, VF_READ, true).copy;
  bool flies = false;
  if (array->shared) return vfi_flight_track(array);
  if (array->section) return vfi_operand_move(&record->operand, side, VF_READ);
  if (copy == VF_COPY_NONE || is_coming(array, copy)) return VF_OK;
  const vf_status status = vfi_flight_start(array, copy, &flies);
  return status || flies ? status : vfi_operand_move(&record->operand, side, VF_READ);
}

static vf_status prefetch(const vfi_operand *operand, vf_side side)
{
  if (side != VF_HOST && side != VF_DEVICE)
    return vfi_fail(VF_ERROR_ARGUMENT, "prefetch of '%s': side %d; it may be the host (%d) or the device (%d)",
                    operand->label, side, VF_HOST, VF_DEVICE);
  vf_status status = vfi_context_select(operand->context);
  for (int v = 0; v < operand->count && !status; v++) status = prefetch_view(operand->records[v], side);
  return status;
}

vf_status vf_view_prefetch(vf_view *view, vf_side side)
{
  vfi_request_begin();
  const vfi_operand *operand = vfi_handle_get(view, "prefetch");
  const vf_status status = operand ? prefetch(operand, side) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}

/* The host may be about to read the view. All copies are waited for, also after a failure. */
static vf_status wait_for(const vfi_operand *operand)
{
  vf_status first = VF_OK;
  for (int v = 0; v < operand->count; v++) {
    vfi_array *array = operand->arrays[v];
    const bool flies = array->flight && array->flight->copy != VF_COPY_NONE;
    array->counters.waits += flies;
    array->context->counters.waits += flies;
    vf_status status = array->shared ? vfi_array_prepare(array, VF_HOST, VF_READ, true) : vfi_flight_land(array);
    if (!status && vfi_state_valid(array->state, VF_HOST)) status = vfi_wiring.host_reads(operand->records[v]);
    if (!first) first = status;
  }
  return first;
}

vf_status vf_view_wait(vf_view *view)
{
  vfi_request_begin();
  const vfi_operand *operand = vfi_handle_get(view, "wait");
  const vf_status status = operand ? wait_for(operand) : VF_ERROR_NULL;
  vfi_request_end();
  return status;
}
