#include <string.h>

#include <viewfab/kit/reduction_tree.h>

#include "../core/hold.h"
#include "../core/region.h"
#include "original.h"
#include "watched_runs.h"

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

/* What one box of a call on sets does by itself. plain: neither checked nor captured. */
static vf_status run_box(const vf_call *call, const vf_checked *of_sets, int b, vf_ledger *ledger, vf_mode mode,
                         bool plain, double *result)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  vf_argument arguments[VF_MAX_ARGUMENTS];
  memcpy(arguments, call->arguments, (size_t)kernel->argument_count * sizeof *arguments);
  for (int a = 0; a < kernel->argument_count; a++)
    if (of_sets->operands[a] && of_sets->operands[a]->set) arguments[a].view = of_sets->operands[a]->set->views[b];
  vf_call of_box = *call;
  of_box.arguments = arguments;
  of_box.boxes = &call->boxes[b];
  of_box.box_count = 1;
  of_box.result = vf_gives_result(kernel) ? result : NULL;
  of_box.result_view = NULL;
  vf_checked checked;
  vf_box_list list;
  vf_status status = vf_check_call(&of_box, &checked);
  if (!status) status = vf_box_list_fill(&of_box, &checked, &list);
  if (status) return status;
  if (!plain) status = vf_watched_run(&of_box, &checked, &list, ledger, mode);
  else if (mode == VF_MODE_ORIGINAL) status = vf_original_run(&of_box, &checked, &list, ledger);
  else status = vf_execute(&of_box, &checked, &list);
  vf_box_list_free(&list);
  return status;
}

/* Takes the memory of the devices that any of the boxes needs. */
static vf_status reserve(const vf_call *call, const vf_checked *checked)
{
  vf_status status = VF_OK;
  for (int a = 0; a < call->kernel->description.argument_count && !status; a++) {
    const vf_operand *operand = checked->operands[a];
    if (operand && operand->count)
      status = vf_arrays_reserve(operand->arrays, operand->count, operand->records[0]->label);
  }
  return status;
}

/* Box by box. Boxes that have been updated would be so twice if the call failed and were made again: where there is no
 * memory to check a later one, the rest runs without, and the report says so. */
static vf_status run_boxes(const vf_call *call, const vf_checked *checked, vf_ledger *ledger, vf_mode mode,
                           double *value)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  const bool reduces = vf_gives_result(kernel);
  vf_status status = mode == VF_MODE_ORIGINAL ? VF_OK : reserve(call, checked);
  double part = 0;
  int boxes = 0;
  bool plain = false;
  for (int b = 0; b < call->box_count && !status; b++) {
    if (vf_box_is_empty(&call->boxes[b])) continue;
    if (boxes > 0) ledger->calls++;
    status = run_box(call, checked, b, ledger, mode, plain, &part);
    if (status == VF_ERROR_MEMORY && boxes > 0 && !reduces && !plain) {
      plain = true;
      vf_ledger_note(ledger, VF_FINDING_UNCHECKED, 0,
                     "there was no memory to check or capture box %d of %d of a call on sets, nor those after it",
                     b + 1, call->box_count);
      status = run_box(call, checked, b, ledger, mode, plain, &part);
    }
    *value = boxes++ ? vf_reduction_combine(kernel->reduction, *value, part) : part;
  }
  return status;
}

vf_status vf_watched_set(const vf_call *call, const vf_checked *checked, const vf_box_list *list, vf_ledger *ledger)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  double value = 0;
  vf_mode mode;
  ledger->calls++;
  vf_status status = vf_watched_mode(call, checked, list, ledger, &mode);
  if (status) return status;
  if (mode == VF_MODE_DEVICE && !ledger->captured) return vf_execute(call, checked, list);
  vf_hold(call, checked);
  status = run_boxes(call, checked, ledger, mode, &value);
  vf_let_go(call, checked);
  if (status || !vf_gives_result(kernel)) return status;
  const bool originals =
      mode == VF_MODE_ORIGINAL || (mode == VF_MODE_CHECK && ledger->settings.keep == VF_KEEP_ORIGINAL);
  return originals ? deliver(call, checked, value) : vf_execute(call, checked, list);
}
