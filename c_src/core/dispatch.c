/* The one way into a kernel: check the call, then run the port, or what validation wants of it. */
#include "../validate/routine/routine.h"
#include "../validate/watch.h"
#include "error.h"
#include "execute.h"

static vf_status dispatch_locked(const vf_call *call)
{
  vf_checked checked;
  vf_box_list list;
  vf_ledger *ledger = NULL;
  vf_status status = vf_check_call(call, &checked);
  if (!status) status = vf_ledger_of(call->kernel, &ledger);
  if (!status) status = vf_box_list_fill(call, &checked, &list);
  if (status) return status;
  if (checked.has_sets && vf_watched(ledger)) {
    status = vf_watched_set(call, &checked, &list, ledger);
    if (!status && vf_routines_open()) vf_routines_note(call, &checked);
    return status;
  }
  ledger->calls++;
  status = vf_watched(ledger) ? vf_watched_run(call, &checked, &list, ledger) : vf_execute(call, &checked, &list);
  if (!status && vf_routines_open()) vf_routines_note(call, &checked);
  vf_box_list_free(&list);
  return status;
}

vf_status vf_dispatch(const vf_call *call)
{
  const vf_watch watch = vf_watch_enter(call->kernel);
  vf_lock();
  const vf_status status = dispatch_locked(call);
  vf_unlock();
  vf_watch_leave(watch);
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
                     !vf_watched_member(composite->members);
  if (tuned && vf_routines_open()) {
    vf_lock();
    vf_routines_note_composite(composite->name);
    vf_unlock();
  }
  return tuned ? composite->tuned[id](arguments) : composite->plain(arguments);
}
