/* The only way into a kernel: checks the call, then runs the port, or the runs of the validation. */
#include "columns.h"
#include "error.h"
#include "execute.h"
#include "hooks.h"
#include "open_contexts.h"

static vf_status dispatch_boxes(const vf_call *call)
{
  vf_operand *operands[VF_MAX_ARGUMENTS];
  vf_checked checked = { .operands = operands };
  vf_box_list list;
  vf_status status = vf_check_call(call, &checked);
  if (!status) status = vf_box_list_fill(call, &checked, &list);
  if (status) return status;
  status = vf_wiring.call_runs(call, &checked, &list);
  vf_box_list_free(&list);
  return status;
}

static vf_status dispatch_locked(const vf_call *call)
{
  if (!vf_is_over_columns(&call->kernel->description) || call->boxes) return dispatch_boxes(call);
  vf_box boxes[VF_COLUMN_BOXES];
  vf_call on_boxes = *call;
  on_boxes.boxes = boxes;
  const vf_status status = vf_columns_boxes(call, boxes, &on_boxes.box_count);
  return status ? status : dispatch_boxes(&on_boxes);
}

vf_status vf_dispatch(const vf_call *call)
{
  const int begun = vf_wiring.call_begins(call->kernel);
  vf_lock();
  const vf_status status = dispatch_locked(call);
  vf_unlock();
  vf_wiring.call_ends(begun);
  return status;
}

vf_status vf_kernel_tune(vf_kernel *kernel, vf_backend_id backend, vf_type type, vf_launcher launcher)
{
  if (!kernel) return vf_fail(VF_ERROR_NULL, "vf_kernel_tune: kernel is NULL");
  if (backend >= VF_BACKEND_COUNT || !vf_type_is_real(type))
    return vf_fail(VF_ERROR_ARGUMENT, "vf_kernel_tune: back end %d, type %d", (int)backend, (int)type);
  kernel->tuned[backend][vf_type_traits_of(type).pass] = launcher;
  return VF_OK;
}

vf_status vf_composite_run(const vf_composite *composite, vf_context *context, const void *arguments)
{
  if (!composite || !composite->plain) return vf_fail(VF_ERROR_NULL, "vf_composite_run: no operation");
  const vf_status status = vf_context_resolve(&context);
  if (status) return status;
  const vf_backend_id id = context->backend->id;
  const bool tuned = composite->tuned[id] && (!composite->takes[id] || composite->takes[id](arguments)) &&
                     vf_wiring.composite_runs(composite);
  return tuned ? composite->tuned[id](arguments) : composite->plain(arguments);
}
