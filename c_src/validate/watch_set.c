#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/hold.h"
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

/* What one box of a call on sets does by itself. */
static vf_status run_box(const vf_call *call, const vf_checked *of_sets, int b, vf_ledger *ledger, vf_mode mode,
                         double *result)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  vf_argument arguments[VF_MAX_ARGUMENTS];
  memcpy(arguments, call->arguments, (size_t)kernel->argument_count * sizeof *arguments);
  for (int a = 0; a < kernel->argument_count; a++)
    if (of_sets->sets[a]) arguments[a].view = of_sets->sets[a]->views[b];
  vf_call of_box = *call;
  of_box.arguments = arguments;
  of_box.boxes = &call->boxes[b];
  of_box.box_count = 1;
  of_box.result = kernel->points == VF_POINTS_REDUCTION ? result : NULL;
  of_box.result_view = NULL;
  vf_checked checked;
  vf_box_list list;
  vf_status status = vf_check_call(&of_box, &checked);
  if (!status) status = vf_box_list_fill(&of_box, &checked, &list);
  if (status) return status;
  status = vf_watched_run_as(&of_box, &checked, &list, ledger, mode);
  vf_box_list_free(&list);
  return status;
}

vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  double value = 0, part = 0;
  int boxes = 0;
  vf_mode mode;
  ledger->calls++;
  vf_status status = vf_watched_mode(checked, ledger, &mode);
  if (status) return status;
  if (mode == VF_MODE_DEVICE && !ledger->captured) return vf_execute(call, checked, list);
  vf_hold(call, checked);
  for (int b = 0; b < call->box_count && !status; b++) {
    if (vf_box_is_empty(&call->boxes[b])) continue;
    if (boxes > 0) ledger->calls++;
    status = run_box(call, checked, b, ledger, mode, &part);
    value = boxes++ ? vf_reduction_combine(kernel->reduction, value, part) : part;
  }
  vf_let_go(call, checked);
  if (status || kernel->points != VF_POINTS_REDUCTION) return status;
  const bool originals =
      mode == VF_MODE_ORIGINAL || (mode == VF_MODE_CHECK && ledger->settings.keep == VF_KEEP_ORIGINAL);
  return originals ? deliver(call, checked, value) : vf_execute(call, checked, list);
}
