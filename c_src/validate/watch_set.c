#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/region.h"
#include "watch.h"

/* Puts a result that was made on the host where the caller wants it. */
static vf_status deliver(const vf_call *call, const vf_checked *checked, double value)
{
  if (call->result) *call->result = value;
  if (!checked->result) return VF_OK;
  vf_array *array = checked->result->array;
  const bool whole = array->bytes == sizeof value;
  const vf_status status = vf_array_prepare(array, VF_HOST, VF_WRITE, whole);
  if (status) return status;
  memcpy(vf_record_address(checked->result, VF_HOST), &value, sizeof value);
  vf_array_commit(array, VF_HOST, VF_WRITE, whole);
  return VF_OK;
}

static vf_status run_port(const vf_call *call, const vf_checked *checked)
{
  vf_box_list list;
  vf_status status = vf_box_list_fill(call, checked, &list);
  if (!status) status = vf_execute(call, checked, &list);
  vf_box_list_free(&list);
  return status;
}

vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_ledger *ledger,
                         vf_status (*dispatch)(const vf_call *call))
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const bool reduces = kernel->points == VF_POINTS_REDUCTION;
  double value = 0, part = 0;
  int parts = 0;
  vf_status status = VF_OK;
  for (int b = 0; b < call->box_count && !status; b++) {
    if (vf_box_is_empty(&call->boxes[b])) continue;
    vf_argument arguments[VF_MAX_ARGUMENTS];
    memcpy(arguments, call->arguments, (size_t)kernel->argument_count * sizeof *arguments);
    for (int a = 0; a < kernel->argument_count; a++)
      if (checked->sets[a]) arguments[a].view = checked->sets[a]->views[b];
    vf_call of_box = *call;
    of_box.arguments = arguments;
    of_box.boxes = &call->boxes[b];
    of_box.box_count = 1;
    if (reduces) of_box.result = &part;
    of_box.result_view = NULL;
    status = dispatch(&of_box);
    value = parts++ ? vf_reduction_combine(kernel->reduction, value, part) : part;
  }
  if (status || !reduces) return status;
  return ledger->settings.mode == VF_MODE_ORIGINAL ? deliver(call, checked, value) : run_port(call, checked);
}
