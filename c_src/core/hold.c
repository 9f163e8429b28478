#include "check.h"

#include "error.h"
#include "set.h"

static void change_one(vfi_hold_count *holds, const char *kernel, int by)
{
  holds->calls += by;
  holds->kernel = kernel;
}

static void change(const vfi_call *call, const vfi_checked *checked, int by)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++)
    if (checked->operands[a]) change_one(&checked->operands[a]->holds, kernel->name, by);
  if (checked->result) change_one(&checked->result->operand.holds, kernel->name, by);
  change_one(&checked->context->holds, kernel->name, by);
}

void vfi_hold(const vfi_call *call, const vfi_checked *checked) { change(call, checked, 1); }

void vfi_let_go(const vfi_call *call, const vfi_checked *checked) { change(call, checked, -1); }

vf_status vfi_check_free(const vfi_operand *operand)
{
  if (operand->set && operand->set->exchanging)
    return vfi_fail(VF_ERROR_STATE, "release of '%s': an exchange of its ghosts is begun; end it first",
                    operand->label);
  if (!operand->holds.calls) return VF_OK;
  return vfi_fail(VF_ERROR_STATE,
                  "release of '%s': the original of vf_%s runs on it; release it when that call has returned",
                  operand->label, operand->holds.kernel);
}

vf_status vfi_check_context_free(const vf_context *context, const char *what)
{
  if (!context->holds.calls) return VF_OK;
  return vfi_fail(VF_ERROR_STATE, "%s: the original of vf_%s runs on views of %s; close it when that call has returned",
                  what, context->holds.kernel, context->name);
}
