#include "undo.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "hooks.h"
#include "part_states.h"
#include "shared.h"
#include "view.h"

static void access_host(bool begins)
{
  if (vfi_host_watched) vfi_wiring.core_accesses_host(begins);
}

/* The host waits for the device before it reads or writes a shared array. */
static vf_status quieten(const vfi_operand *operand)
{
  vf_status status = VF_OK;
  for (int v = 0; v < operand->count && !status; v++)
    status =
        operand->arrays[v]->shared ? vfi_shared_wait(operand->arrays[v]) : vfi_part_states_settle(operand->arrays[v]);
  return status;
}

static vfi_undo_part part_of(const vfi_record *record)
{
  vfi_array *array = record->array;
  return (vfi_undo_part){ .array = array,
                          .offset = record->offset,
                          .bytes = (size_t)vfi_record_length(record) * vfi_type_size(array->type),
                          .state = array->state,
                          .written = array->written,
                          .writes = array->writes };
}

/* Old values of a side are kept too, because an original in place of a kernel works in them. */
static bool on_device(const vfi_undo_part *part)
{
  return part->state == VF_STATE_DEVICE && !vfi_array_in_place(part->array);
}

static vf_status copy(vfi_undo *undo)
{
  char *memory = undo->memory;
  for (int p = 0; p < undo->count; p++) {
    vfi_undo_part *part = &undo->parts[p];
    access_host(true);
    part->host = memcpy(memory, part->array->host + part->offset, part->bytes);
    access_host(false);
    memory += part->bytes;
    if (!on_device(part)) continue;
    part->device = memory;
    memory += part->bytes;
    const vf_status status = vfi_array_peek(part->array, part->offset, part->bytes, part->device);
    if (status) return status;
  }
  return VF_OK;
}

vf_status vfi_undo_take(const vf_view *view, const char *who, vfi_undo *undo)
{
  size_t bytes = 1;
  *undo = (vfi_undo){ .view = NULL };
  const vfi_operand *operand = vfi_handle_get(view, who);
  if (!operand) return VF_ERROR_NULL;
  vf_status status = quieten(operand);
  if (status) return status;
  undo->parts = malloc(((size_t)operand->count + 1) * sizeof *undo->parts);
  for (int v = 0; undo->parts && v < operand->count; v++) {
    vfi_undo_part *part = &undo->parts[undo->count];
    *part = part_of(operand->records[v]);
    bytes += part->bytes * (on_device(part) ? 2 : 1);
    undo->count += part->bytes > 0;
  }
  undo->memory = undo->parts ? malloc(bytes) : NULL;
  if (!undo->memory)
    status = vfi_fail(VF_ERROR_MEMORY, "%s: no host memory to keep '%s' in case of a failure", who, operand->label);
  if (!status) status = copy(undo);
  if (status) vfi_undo_free(undo);
  else undo->view = view;
  return status;
}

static vf_status put(const vfi_undo_part *part)
{
  vfi_array *array = part->array;
  const vf_status quiet = array->shared ? vfi_shared_wait(array) : VF_OK;
  if (quiet) return quiet;
  access_host(true);
  memcpy(array->host + part->offset, part->host, part->bytes);
  access_host(false);
  vfi_array_put_state(array, part->device || vfi_array_in_place(array) ? part->state : VF_STATE_HOST);
  array->written = part->written;
  array->writes = part->writes;
  if (!part->device) return VF_OK;
  vf_context *context = array->context;
  vf_status status = vfi_context_select(context);
  if (!status) status = vfi_arrays_reserve(&array, 1, array->label); /* it may have left the device meanwhile */
  if (status) return status;
  int code = context->backend->copy_to_device(array->device + part->offset, part->device, part->bytes,
                                              vfi_context_queue(context));
  if (!code) code = context->backend->queue_wait(vfi_context_queue(context));
  return code ? vfi_context_failure(context, code, "a copy to the device") : VF_OK;
}

vf_status vfi_undo_apply(const vfi_undo *undo)
{
  vf_status status = VF_OK;
  if (!undo->view || !vfi_handle_operand(undo->view)) return VF_OK;
  for (int p = 0; p < undo->count; p++) {
    const vf_status of_part = put(&undo->parts[p]);
    if (of_part) status = of_part;
  }
  return status;
}

void vfi_undo_free(vfi_undo *undo)
{
  free(undo->parts);
  free(undo->memory);
  *undo = (vfi_undo){ .view = NULL };
}
