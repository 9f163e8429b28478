#include <stdlib.h>

#include "device.h"
#include "device_pool.h"
#include "error.h"
#include "hooks.h"
#include "slabs.h"

/* An argument with the host's memory in place of the device's. */
typedef struct host_array {
  vfi_record record, *itself;
  vfi_array array, *arrays;
  vfi_operand operand;
} host_array;

static vfi_operand *place(const vfi_record *record, vf_context *on_host, host_array *to)
{
  to->array = *record->array;
  to->array.context = on_host;
  to->array.device = to->array.host;
  to->record = *record;
  to->record.array = &to->array;
  to->itself = &to->record;
  to->arrays = &to->array;
  to->operand = record->operand;
  to->operand.context = on_host;
  to->operand.records = &to->itself;
  to->operand.arrays = &to->arrays;
  return &to->operand;
}

static bool can_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list)
{
  const vf_kernel *kernel = call->kernel;
  const int type = vfi_type_traits_of(checked->type).pass;
  return vfi_device_pool_spills(checked->context) && !checked->by_box && !kernel->description.remote_forms &&
         !vfi_host_watched && !list->rows && !list->domains && kernel->launchers[VF_BACKEND_HOST][type];
}

/* The arrays of the call, without the result array; NULL for values. */
static vfi_array *array_of(const vfi_checked *checked, int argument)
{
  const vfi_record *record = vfi_checked_record(checked, argument, 0);
  return record ? record->array : NULL;
}

static vf_status bring(const vfi_call *call, const vfi_checked *checked)
{
  vfi_moves moves = { 0 };
  for (int a = 0; a < call->kernel->description.argument_count; a++)
    if (array_of(checked, a)) {
      const bool reads = call->kernel->description.arguments[a].intent == VF_ARGUMENT_READ;
      vfi_moves_need(&moves, array_of(checked, a), VF_HOST, reads ? VF_READ : VF_UPDATE, true);
    }
  if (checked->result) vfi_moves_need(&moves, checked->result->array, VF_HOST, VF_UPDATE, true);
  return vfi_moves_make(&moves);
}

static void commit(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    vfi_array *array = array_of(checked, a);
    if (!array) continue;
    array->on_device_before = true; /* for the code the call ran there: a sync to the host finds the values */
    if (kernel->arguments[a].intent != VF_ARGUMENT_READ) vfi_array_commit(array, VF_HOST, VF_UPDATE, false);
  }
  if (checked->result) vfi_array_commit(checked->result->array, VF_HOST, VF_UPDATE, false);
}

static vf_status run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_context *on_host,
                     host_array *arrays)
{
  const int count = call->kernel->description.argument_count;
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked there = *checked;
  there.context = on_host;
  there.operands = operands;
  for (int a = 0; a < count; a++) {
    const vfi_record *record = vfi_checked_record(checked, a, 0);
    operands[a] = record ? place(record, on_host, &arrays[a]) : NULL;
  }
  if (checked->result) {
    place(checked->result, on_host, &arrays[count]);
    there.result = &arrays[count].record;
  }
  vfi_unlock();
  const vf_status status = vfi_execute_run(call, &there, list, NULL);
  vfi_lock();
  return status;
}

vf_status vfi_host_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vf_status failure)
{
  char text[VF_ERROR_TEXT];
  vfi_error_keep(text);
  if (!can_run(call, checked, list)) return failure;
  host_array *arrays = calloc((size_t)call->kernel->description.argument_count + 1, sizeof *arrays);
  vf_context *on_host = NULL; /* works in the arrays of the host */
  vf_status status = arrays ? vfi_context_make(&vf_backend_host_alias, 0, &on_host) : VF_ERROR_MEMORY;
  if (!status) status = bring(call, checked);
  if (!status) {
    status = run(call, checked, list, on_host, arrays);
    commit(call, checked);
    checked->context->counters.launches += !status;
    checked->context->counters.host_calls += !status;
    checked->context->pool->figures.host_calls += !status;
  } else if (status == VF_ERROR_MEMORY) {
    vfi_error_report(failure, text);
  }
  if (on_host) vfi_context_free(on_host);
  free(arrays);
  return status;
}
