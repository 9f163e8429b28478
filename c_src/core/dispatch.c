/* The only way into a kernel: checks the call, then runs the port, or the runs of the validation. */
#include "columns.h"
#include "context.h"
#include "error.h"
#include "evict.h"
#include "execute.h"
#include "hooks.h"
#include "queues.h"
#include "shared.h"

static vf_status dispatch_boxes(const vfi_call *call)
{
  vfi_operand *operands[VF_MAX_ARGUMENTS];
  vfi_checked checked; /* the check fills the rest */
  checked.operands = operands;
  vfi_box_list list;
  vf_status status = vfi_check_call(call, &checked);
  if (!status && vfi_queue_in_use) status = vfi_queue_check(call, &checked);
  if (!status && vfi_shared_count) status = vfi_shared_end_for_checks();
  if (!status) status = vfi_box_list_fill(call, &checked, &list);
  if (status) return status;
  vfi_use_begin();
  status = vfi_wiring.call_runs(call, &checked, &list);
  vfi_use_end();
  vfi_box_list_free(&list);
  return status;
}

static vf_status dispatch_locked(const vfi_call *call)
{
  if (!vfi_is_over_columns(&call->kernel->description) || call->boxes) return dispatch_boxes(call);
  vf_box boxes[VF_COLUMN_BOXES];
  vfi_call on_boxes = *call;
  on_boxes.boxes = boxes;
  const vf_status status = vfi_columns_boxes(call, boxes, &on_boxes.box_count);
  return status ? status : dispatch_boxes(&on_boxes);
}

vf_status vfi_dispatch(const vfi_call *call)
{
  const int begun = vfi_wiring.call_begins(call->kernel);
  vfi_lock();
  const vf_status status = dispatch_locked(call);
  vfi_unlock();
  vfi_wiring.call_ends(begun);
  return status;
}

vf_status vfi_kernel_tune(vf_kernel *kernel, vf_backend_id backend, vf_type type, vfi_launcher launcher)
{
  if (!kernel) return vfi_fail(VF_ERROR_NULL, "vfi_kernel_tune: kernel is NULL");
  if (backend >= VF_BACKEND_COUNT || !vfi_type_is_real(type))
    return vfi_fail(VF_ERROR_ARGUMENT, "vfi_kernel_tune: back end %d, type %d", (int)backend, (int)type);
  kernel->tuned[backend][vfi_type_traits_of(type).pass] = launcher;
  return VF_OK;
}

vf_status vfi_composite_run(const vfi_composite *composite, vf_context *context, const void *arguments)
{
  if (!composite || !composite->plain) return vfi_fail(VF_ERROR_NULL, "vfi_composite_run: no operation");
  vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  const vf_backend_id id = context->backend->id;
  const bool tuned = composite->tuned[id] && (!composite->takes[id] || composite->takes[id](arguments)) &&
                     vfi_wiring.composite_runs(composite);
  if (!tuned) return composite->plain(arguments);
  const int code = vfi_shared_catch_up(context);
  if (code) return vfi_context_failure(context, code, "work queued earlier");
  vfi_use_begin_unlocked();
  if (vfi_work_is_told()) vfi_wiring.work_begins(context, composite->name);
  status = composite->tuned[id](arguments);
  if (vfi_work_is_told()) vfi_wiring.work_ends();
  vfi_use_end_unlocked();
  return status;
}
