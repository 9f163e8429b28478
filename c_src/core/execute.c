#include "execute.h"

#include <stdlib.h>

#include "error.h"
#include "evict.h"
#include "flight.h"
#include "hooks.h"
#include "part_states.h"
#include "queues.h"
#include "remote_part.h"
#include "shared.h"
#include "slabs.h"
#include "touched.h"

vf_status vfi_box_list_fill(const vfi_call *call, const vfi_checked *checked, vfi_box_list *list)
{
  list->boxes = list->few;
  list->domains = NULL;
  list->borrowed = false;
  list->count = 0;
  list->rows = NULL;
  list->rows_alone = false;
  if (checked->components == 0) return VF_OK;
  if (checked->by_box) { /* box b belongs to view b, so empty boxes stay in the list too */
    list->boxes = (vf_box *)call->boxes;
    list->count = call->box_count;
    list->borrowed = true;
    return VF_OK;
  }
  if (call->box_count > (int)(sizeof list->few / sizeof list->few[0])) {
    list->boxes = malloc((size_t)call->box_count * sizeof(vf_box));
    if (!list->boxes) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d boxes", call->box_count);
  }
  for (int b = 0; b < call->box_count; b++)
    if (!vfi_box_is_empty(&call->boxes[b])) list->boxes[list->count++] = call->boxes[b];
  return VF_OK;
}

void vfi_box_list_free(const vfi_box_list *list)
{
  if (list->boxes != list->few && !list->borrowed) free(list->boxes);
}

/* True if the results fill the whole result array. */
static bool whole_result(const vfi_call *call, const vfi_record *result)
{
  return result->array->bytes == (size_t)call->kernel->description.result_count * sizeof(double);
}

static vf_status list(const vfi_call *call, const vfi_checked *checked, int argument, vfi_moves *moves)
{
  vfi_operand *operand = checked->operands[argument];
  const vf_intent intent = (vf_intent)call->kernel->description.arguments[argument].intent;
  /* A device that works on the arrays of the host gets no copy, so it makes no difference what the call overwrites. */
  const bool in_place = checked->context->backend->aliases_host;
  const bool *const covered = in_place ? NULL : vfi_check_overwritten(call, checked, argument);
  const vf_status status = vfi_operand_list(operand, VF_DEVICE, intent, covered, moves);
  vfi_overwritten box;
  for (int v = 0; v < operand->count && !status && intent == VF_WRITE && !in_place; v++)
    if (operand->arrays[v]->moved && vfi_check_overwritten_box(call, checked, argument, v, &box))
      vfi_moves_overwrite(operand->arrays[v], &box);
  return status;
}

/* True for an array used as it is on this rank; arrays of all ranks keep their state until the next fence. */
static bool is_local(const vfi_call *call, const vfi_checked *checked, int argument)
{
  return checked->operands[argument] && !call->kernel->description.arguments[argument].map.remote;
}

vf_status vfi_execute_need(const vfi_call *call, const vfi_checked *checked, vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++)
    if (is_local(call, checked, a)) status = list(call, checked, a, moves);
  return status;
}

/* Narrows listed copies to the elements that the call touches. */
static void narrow(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; is_local(call, checked, a) && v < operand->count; v++) {
      vfi_part part;
      bool kept;
      vfi_array *array = operand->arrays[v];
      if (!array->moved || array->copy == VF_COPY_NONE || !vfi_record_by_parts(operand->records[v])) continue;
      if (vfi_touched_part(call, checked, a, v, &part, &kept))
        vfi_moves_narrow(array, VF_DEVICE, (vf_intent)kernel->arguments[a].intent, &part, kept);
    }
  }
}

/* A call without points uses no arrays but the result array. */
static vf_status prepare(const vfi_call *call, const vfi_checked *checked, vf_queue *queue, bool points)
{
  vfi_moves moves = { .queue = queue };
  const vf_status status = points ? vfi_execute_need(call, checked, &moves) : VF_OK;
  if (status) return status;
  if (moves.first) narrow(call, checked);
  if (checked->result) {
    vfi_use_note(checked->result->array);
    vfi_moves_need(&moves, checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
  }
  return vfi_moves_make(&moves);
}

void vfi_execute_commit(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++)
    if (is_local(call, checked, a))
      vfi_operand_commit(checked->operands[a], VF_DEVICE, (vf_intent)kernel->arguments[a].intent);
}

/* Notes a write of a part. False: the write counts for the whole array. */
static bool commit_part(const vfi_call *call, const vfi_checked *checked, int argument, int v)
{
  vfi_part part;
  bool kept;
  if (checked->context->backend->aliases_host || !vfi_touched_part(call, checked, argument, v, &part, &kept))
    return false;
  vfi_array_commit_part(checked->operands[argument]->arrays[v], VF_DEVICE, VF_UPDATE, &part);
  return true;
}

/* True if the host has waited for the launch of a call that did not fail. */
static bool was_awaited(const vfi_call *call, const vfi_box_list *list)
{
  return list->rows || (vfi_gives_result(&call->kernel->description) && vfi_results_wanted(call));
}

/* A launch that is over leaves no use of a shared array behind. */
static void commit_shared(vfi_array *array, vf_intent intent, bool awaited)
{
  const uint64_t used = array->device_used, wrote = array->device_wrote;
  vfi_array_commit(array, VF_DEVICE, intent, true);
  if (!awaited) return;
  array->device_used = used;
  array->device_wrote = wrote;
}

/* A host that is old as a whole stays so. */
static void commit_arguments(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_local(call, checked, a)) continue;
    const vfi_operand *operand = checked->operands[a];
    const vf_intent intent = (vf_intent)kernel->arguments[a].intent;
    for (int v = 0; v < operand->count; v++) {
      vfi_array *array = operand->arrays[v];
      if (array->shared) commit_shared(array, intent, was_awaited(call, list));
      else if (intent == VF_READ || vfi_array_newest_on(array, VF_DEVICE) || !commit_part(call, checked, a, v))
        vfi_array_commit(array, VF_DEVICE, intent, true);
    }
  }
}

static void commit(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  if (list->count > 0) commit_arguments(call, checked, list);
  if (checked->result && !list->rows_alone)
    vfi_array_commit(checked->result->array, VF_DEVICE, VF_WRITE, whole_result(call, checked->result));
}

/* A failed launch may have written elements on the device: if both sides were valid, only the host's side stays
 * valid. */
void vfi_execute_distrust(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (checked->context->backend->aliases_host) return;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    if (!is_local(call, checked, a) || kernel->arguments[a].intent == VF_ARGUMENT_READ) continue;
    for (int v = 0; v < operand->count; v++) {
      vfi_array *array = operand->arrays[v];
      if (array->shared) continue; /* one side alone */
      if (array->state == VF_STATE_BOTH && array->bytes) vfi_array_set_state(array, VF_STATE_HOST);
      if (array->by_parts) vfi_part_states_distrust(array);
    }
  }
}

/* True if a second run of a call does the same as the first. */
static bool can_be_repeated(const vfi_kernel_description *kernel)
{
  for (int a = 0; a < kernel->argument_count; a++)
    if (kernel->arguments[a].intent == VF_ARGUMENT_UPDATE) return false;
  return !kernel->remote_forms;
}

/* Runs a call whose arrays, or whose scratch beside them, do not fit on the device. */
static vf_status run_cut(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure)
{
  bool begun;
  const vf_status status = vfi_slabs_run(call, checked, list, failure, &begun);
  return status == VF_ERROR_MEMORY && !begun ? vfi_host_run(call, checked, list, status) : status;
}

/* Behind a launch in a queue, also behind a failed one. The first failure counts. */
static vf_status note_in_queue(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points,
                               vf_status first)
{
  const int code = vfi_queue_note_call(queue, call, checked, points);
  return first || !code ? first : vfi_context_failure(checked->context, code, call->kernel->description.name);
}

vf_status vfi_execute_as(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, bool may_be_cut)
{
  vf_queue *const queue = vfi_queue_in_use ? vfi_queue_of_call(call, checked) : NULL;
  vf_status status = vfi_host_watched ? vfi_wiring.call_uses_arrays(call, checked, true) : VF_OK;
  bool fits = true;
  if (!status) {
    status = prepare(call, checked, queue, list->count > 0);
    if (queue && !status) status = vfi_queue_order_call(queue, call, checked, list->count > 0);
    fits = status != VF_ERROR_MEMORY;
  }
  if (!status) status = vfi_context_select(checked->context);
  if (status) {
    if (vfi_host_watched) (void)vfi_wiring.call_uses_arrays(call, checked, false); /* the first failure counts */
    return fits || !may_be_cut ? status : run_cut(call, checked, list, status);
  }
  vfi_unlock();
  status = vfi_execute_run(call, checked, list, queue);
  vfi_lock();
  if (queue) status = note_in_queue(queue, call, checked, list->count > 0, status);
  else if (checked->context->tracked) vfi_flights_note_launch(call, checked);
  if (call->kernel->description.remote_forms) vfi_remote_commit(call, checked);
  if (!status) commit(call, checked, list);
  else vfi_execute_distrust(call, checked);
  const vf_status noted = vfi_host_watched ? vfi_wiring.call_uses_arrays(call, checked, false) : VF_OK;
  if (!status) status = noted;
  const bool not_launched = status == VF_ERROR_MEMORY && vfi_execute_lacked_scratch();
  if (status == VF_ERROR_MEMORY && may_be_cut && (not_launched || can_be_repeated(&call->kernel->description)))
    return run_cut(call, checked, list, status);
  if (!status && list->count) checked->context->counters.launches++;
  return status;
}
