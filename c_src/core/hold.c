#include "hold.h"

#include "error.h"
#include "set.h"

static void change_one(vf_hold_count *held, const char *kernel, int by)
{
  held->calls += by;
  held->kernel = kernel;
}

static void change(const vf_call *call, const vf_checked *checked, int by)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++)
    if (checked->operands[a]) change_one(&checked->operands[a]->held, kernel->name, by);
  if (checked->result) change_one(&checked->result->operand.held, kernel->name, by);
  change_one(&checked->context->held, kernel->name, by);
}

void vf_hold(const vf_call *call, const vf_checked *checked) { change(call, checked, 1); }

void vf_let_go(const vf_call *call, const vf_checked *checked) { change(call, checked, -1); }

vf_status vf_check_free(const vf_operand *operand)
{
  if (operand->set && operand->set->exchanging)
    return vf_fail(VF_ERROR_STATE, "release of '%s': an exchange of its ghosts is begun; end it first", operand->label);
  if (!operand->held.calls) return VF_OK;
  return vf_fail(VF_ERROR_STATE,
                 "release of '%s': the original of vf_%s runs on it; release it when that call has returned",
                 operand->label, operand->held.kernel);
}

vf_status vf_check_context_free(const vf_context *context, const char *what)
{
  if (!context->held.calls) return VF_OK;
  return vf_fail(VF_ERROR_STATE, "%s: the original of vf_%s runs on views of %s; close it when that call has returned",
                 what, context->held.kernel, context->name);
}
