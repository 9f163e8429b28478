/* Calls of the same kernel, handed over together: checked, planned, and run in few launches. */
#include <stdlib.h>

#include "../core/columns.h"
#include "../core/error.h"
#include "../core/execute.h"
#include "../core/hooks.h"
#include "../core/region.h"
#include "together.h"
#include "together_launch.h"

static vf_status refuse(const vfi_call *calls, int c, const char *why)
{
  return vfi_fail(VF_ERROR_ARGUMENT, "vf_%s: call %d of those handed over together %s",
                  calls[0].kernel->description.name, c + 1, why);
}

/* Conditions only for calls together. */
static vf_status check_form(const vfi_call *calls, int c)
{
  const vfi_call *call = &calls[c];
  if (call->kernel != calls[0].kernel) return refuse(calls, c, "is one of another kernel");
  if (call->box_count != 1) return refuse(calls, c, "does not have exactly one box");
  if (call->result_view || vfi_results_wanted(call)) return refuse(calls, c, "asks for results");
  return VF_OK;
}

vfi_joined *vfi_joined_room(const vf_kernel *kernel, int count)
{
  const size_t arguments = (size_t)kernel->description.argument_count;
  vfi_joined *joined = malloc((size_t)count * (sizeof *joined + arguments * sizeof(vfi_operand *)));
  vfi_operand **operands = joined ? (vfi_operand **)(joined + count) : NULL;
  for (int c = 0; joined && c < count; c++) joined[c].checked.operands = operands + (size_t)c * arguments;
  return joined;
}

vf_status vfi_joined_check(const vfi_call *calls, int c, vfi_joined *joined)
{
  vf_status status = check_form(calls, c);
  joined[c].call = &calls[c];
  joined[c].thin = 0;
  if (!status) status = vfi_check_call(&calls[c], &joined[c].checked);
  if (status) return status;
  if (joined[c].checked.by_box) return refuse(calls, c, "works on a set");
  if (joined[c].checked.context != joined[0].checked.context)
    return vfi_fail(
        VF_ERROR_CONTEXT, "vf_%s: call %d of those handed over together is for a context on %s, others for %s",
        calls[0].kernel->description.name, c + 1, joined[c].checked.context->name, joined[0].checked.context->name);
  joined[c].idle = joined[c].checked.components == 0 || vfi_box_is_empty(&calls[c].boxes[0]);
  if (joined[c].idle) joined[c].next = -1;
  return VF_OK;
}

bool vfi_joined_is_tuned(const vfi_joined *joined)
{
  return joined->call->kernel
      ->tuned[joined->checked.context->backend->id][vfi_type_traits_of(joined->checked.type).pass];
}

static vf_status run_groups(const vfi_plan *plan)
{
  vfi_tables_room room = { 0 };
  vf_status status = VF_OK;
  for (int g = 0; g < plan->groups && !status; g++) {
    status = vfi_launch_together(plan, g, &room);
    for (int c = plan->group[g].first; c >= 0 && !status; c = plan->calls[c].next)
      vfi_wiring.call_joined(plan->calls[c].call, &plan->calls[c].checked);
  }
  free(room.at);
  return status;
}

/* when: NULL: the order of the calls is the order of the list; else *in_order tells if they could run */
static vf_status run(vfi_joined *joined, int count, const vfi_made_when *when, bool *in_order)
{
  const vf_kernel *kernel = joined[0].call->kernel;
  bool tuned = false;
  for (int c = 0; c < count; c++) tuned = tuned || vfi_joined_is_tuned(&joined[c]);
  const int at_once = when || count < VF_PLANNED_AT_ONCE ? count : VF_PLANNED_AT_ONCE;
  vfi_plan plan;
  vf_status status = vfi_plan_begin(kernel, at_once, &plan);
  for (int begin = 0; begin < count && !status; begin += at_once) {
    const int left = count - begin, here = left < at_once ? left : at_once;
    vfi_plan_make(&plan, joined + begin, here, tuned);
    if (when) *in_order = vfi_plan_is_in_order(&plan, when);
    if (when && !*in_order) break;
    status = run_groups(&plan);
    for (int c = begin; c < begin + here && !status; c++)
      if (joined[c].idle) vfi_wiring.call_joined(joined[c].call, &joined[c].checked);
  }
  vfi_plan_end(&plan);
  return status;
}

/* Checks all calls, and runs them if they may run together, and in their order. */
static vf_status check_and_run(const vfi_call *calls, int count, const vfi_made_when *when, bool *may)
{
  const vfi_kernel_description *kernel = &calls[0].kernel->description;
  vfi_joined *joined = vfi_joined_room(calls[0].kernel, count);
  if (!joined) return vfi_fail(VF_ERROR_MEMORY, "vf_%s: no host memory for %d calls", kernel->name, count);
  vf_status status = VF_OK;
  for (int c = 0; c < count && !status; c++) status = vfi_joined_check(calls, c, joined);
  if (!status) status = vfi_wiring.calls_join(calls[0].kernel, may);
  *may = *may && !kernel->checks_bounds && !vfi_gives_result(kernel) && !kernel->remote_forms;
  if (!status && *may) status = run(joined, count, when, may);
  free(joined);
  return status;
}

static vf_status check_columns(const vfi_call *calls, int c, vf_context **context)
{
  vf_box boxes[VF_COLUMN_BOXES];
  vfi_call on_boxes = calls[c];
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked checked = { .operands = operands };
  if (calls[c].kernel != calls[0].kernel) return refuse(calls, c, "is one of another kernel");
  if (calls[c].result_view || vfi_results_wanted(&calls[c])) return refuse(calls, c, "asks for results");
  on_boxes.boxes = boxes;
  vf_status status = vfi_columns_boxes(&calls[c], boxes, &on_boxes.box_count);
  if (!status) status = vfi_check_call(&on_boxes, &checked);
  if (status) return status;
  if (c && checked.context != *context)
    return vfi_fail(VF_ERROR_CONTEXT,
                    "vf_%s: call %d of those handed over together is for a context on %s, others for %s",
                    calls[0].kernel->description.name, c + 1, checked.context->name, (*context)->name);
  *context = checked.context;
  return VF_OK;
}

/* Columns have no tables of boxes: their calls are launches of their own. */
static vf_status dispatch_columns(const vfi_call *calls, int count)
{
  vf_context *context = NULL;
  vf_status status = VF_OK;
  vfi_lock();
  for (int c = 0; c < count && !status; c++) status = check_columns(calls, c, &context);
  vfi_unlock();
  for (int c = 0; c < count && !status; c++) status = vfi_dispatch(&calls[c]);
  return status;
}

vf_status vf_dispatch_together(const vfi_call *calls, int count)
{
  if (count < 0) return vfi_fail(VF_ERROR_ARGUMENT, "vf_dispatch_together: %d calls", count);
  if (count == 0) return VF_OK;
  if (!calls || !calls[0].kernel)
    return vfi_fail(VF_ERROR_NULL, "vf_dispatch_together: %s is NULL", calls ? "kernel" : "calls");
  if (vfi_is_over_columns(&calls[0].kernel->description)) return dispatch_columns(calls, count);
  if (count == 1 && calls[0].box_count == 1) {
    const vf_status status = check_form(calls, 0);
    return status ? status : vfi_dispatch(&calls[0]);
  }
  const int begun = vfi_wiring.call_begins(calls[0].kernel);
  bool may = false;
  vfi_lock();
  vf_status status = check_and_run(calls, count, NULL, &may);
  vfi_unlock();
  vfi_wiring.call_ends(begun);
  for (int c = 0; c < count && !status && !may; c++) status = vfi_dispatch(&calls[c]);
  return status;
}

vf_status vfi_dispatch_together_when(const vfi_call *calls, const vfi_made_when *when, int count, bool *made)
{
  *made = count == 1;
  if (count == 1) return vf_dispatch_together(calls, count);
  if (count > VF_PLANNED_WHOLE || vfi_is_over_columns(&calls[0].kernel->description)) return VF_OK;
  const int begun = vfi_wiring.call_begins(calls[0].kernel);
  vfi_lock();
  const vf_status status = check_and_run(calls, count, when, made);
  vfi_unlock();
  vfi_wiring.call_ends(begun);
  return status;
}
