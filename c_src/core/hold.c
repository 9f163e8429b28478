#include "hold.h"

#include "error.h"

static void change(const vf_call *call, const vf_checked *checked, int by)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    vf_hold_count *held = checked->sets[a]      ? &checked->sets[a]->held
                          : checked->records[a] ? &checked->records[a]->held
                                                : NULL;
    if (!held) continue;
    held->calls += by;
    held->kernel = kernel->name;
  }
  if (checked->result) {
    checked->result->held.calls += by;
    checked->result->held.kernel = kernel->name;
  }
  checked->context->held.calls += by;
  checked->context->held.kernel = kernel->name;
}

void vf_hold(const vf_call *call, const vf_checked *checked) { change(call, checked, 1); }

void vf_let_go(const vf_call *call, const vf_checked *checked) { change(call, checked, -1); }

vf_status vf_check_free(const vf_record *record)
{
  const vf_hold_count *held = record->set ? &record->set->held : &record->held;
  if (!held->calls) return VF_OK;
  return vf_fail(VF_ERROR_STATE,
                 "release of '%s': the original of vf_%s runs on it; release it when that call has returned",
                 record->label, held->kernel);
}

vf_status vf_check_context_free(const vf_context *context, const char *what)
{
  if (!context->held.calls) return VF_OK;
  return vf_fail(VF_ERROR_STATE, "%s: the original of vf_%s runs on views of %s; close it when that call has returned",
                 what, context->held.kernel, context->name);
}
