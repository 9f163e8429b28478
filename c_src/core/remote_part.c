#include "remote_part.h"

#include "error.h"

static const char *const form_words[] = { "flat", "table", "handle" };

/* True if the own part was written since the last fence, by a kernel or the host. */
static bool was_written(const vfi_array *array)
{
  return array->writes != array->remote->writes || array->counters.copies_to_device != array->remote->copies;
}

void vfi_remote_part_fenced(vfi_array *array)
{
  vfi_remote_part *part = array->remote;
  part->writes = array->writes;
  part->copies = array->counters.copies_to_device;
  part->put = part->read = false;
  /* the putter knows the values only there: the host's copy may be old */
  if (!array->context->backend->aliases_host && array->bytes) vfi_array_set_state(array, VF_STATE_DEVICE);
}

static bool is_remote(const vfi_call *call, int argument)
{
  return call->kernel->description.arguments[argument].map.remote;
}

/* The common form of all remote arrays of a call: a flat array can be reached by the other forms too. */
static vfi_remote_form form_of(const vfi_call *call, const vfi_checked *checked)
{
  vfi_remote_form form = VF_REMOTE_FLAT;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    if (!is_remote(call, a)) continue;
    const vfi_remote_form own = vfi_checked_record(checked, a, 0)->array->remote->span.form;
    if (own > form) form = own;
  }
  return form;
}

/* The own part was written, or elements were put, since the last fence. */
static vf_status refuse(const vfi_call *call, int argument, const vfi_record *record, const char *done, const char *why)
{
  return vfi_fail(VF_ERROR_STATE,
                  "vf_%s: since the last fence of '%s' (argument %s) this rank %s; %s: call vf_remote_fence "
                  "(Fortran: %s%%fence) on all ranks before",
                  call->kernel->description.name, record->label, call->kernel->description.arguments[argument].name,
                  done, why, record->label);
}

static vf_status check_order(const vfi_call *call, int argument, const vfi_record *record)
{
  const vfi_remote_part *part = record->array->remote;
  const bool reads = call->kernel->description.arguments[argument].intent == VF_ARGUMENT_READ;
  if (was_written(record->array))
    return refuse(call, argument, record, "wrote its part of it",
                  reads ? "this rank and the others would read old or new values"
                        : "the new values might come before the write or after the write");
  if (reads && part->put)
    return refuse(call, argument, record, "put elements of it", "kernels would read old or new values");
  if (!reads && part->read)
    return refuse(call, argument, record, "read it", "other ranks may still be reading the old values");
  return VF_OK;
}

vf_status vfi_remote_check(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_remote(call, a)) continue;
    const vfi_operand *operand = checked->operands[a];
    const vfi_record *record = operand->count ? operand->records[0] : NULL;
    if (operand->set || !record || !record->array->remote || !vfi_record_whole(record))
      return vfi_fail(VF_ERROR_ARGUMENT,
                      "vf_%s: '%s' is no remote array, but argument %s takes an array of vf_remote_create",
                      kernel->name, operand->label, kernel->arguments[a].name);
    const vf_status status = check_order(call, a, record);
    if (status) return status;
  }
  const vfi_remote_form form = form_of(call, checked);
  if (form == VF_REMOTE_HANDLE && checked->context->backend->id != VF_BACKEND_HOST) {
    if (kernel->remote_forms & VF_REMOTE_HANDLE_ON_GPUS) return VF_OK;
    return vfi_fail(VF_ERROR_DEVICE,
                    "vf_%s: its remote arrays need functions of the GPU, but the kernel is not compiled for them; give "
                    "viewfab_add_kernels NVSHMEM, and the kernel file #define VF_REMOTE_FORMS handle",
                    kernel->name);
  }
  if (kernel->remote_forms >> form & 1) return VF_OK;
  /* every kernel is compiled for tables there */
  if (form == VF_REMOTE_TABLE && checked->context->backend->id == VF_BACKEND_HIP) return VF_OK;
  return vfi_fail(VF_ERROR_DEVICE,
                  "vf_%s: its remote arrays have the form %s, but the kernel is not compiled for this form; its kernel "
                  "file may say #define VF_REMOTE_FORMS %s",
                  kernel->name, form_words[form], form_words[form]);
}

void vfi_remote_spans(const vfi_call *call, const vfi_checked *checked, vfi_remote_span *spans, vfi_launch *launch)
{
  const vfi_remote_form form = form_of(call, checked);
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    if (!is_remote(call, a)) continue;
    spans[a] = vfi_checked_record(checked, a, 0)->array->remote->span;
    spans[a].form = form;
  }
  launch->remotes = spans;
  launch->form = form;
}

void vfi_remote_commit(const vfi_call *call, const vfi_checked *checked)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_remote(call, a)) continue;
    vfi_remote_part *part = vfi_checked_record(checked, a, 0)->array->remote;
    if (kernel->arguments[a].intent == VF_ARGUMENT_READ) {
      part->read = true;
    } else {
      part->put = true;
      part->putter = kernel->name;
    }
  }
}

vf_status vfi_remote_access(const vfi_array *array, const char *label)
{
  if (!array->remote->put) return VF_OK;
  return vfi_fail(
      VF_ERROR_STATE,
      "'%s': since its last fence vf_%s put elements of it, so that its own part has old values or new ones; call "
      "vf_remote_fence (Fortran: %s%%fence) on all ranks before",
      label, array->remote->putter, label);
}

void vfi_remote_number_add(vfi_text *text, const vfi_remote_part *part, int64_t number)
{
  const int64_t rank = number >> part->span.shift, offset = number & (((int64_t)1 << part->span.shift) - 1);
  if (number < 0) vfi_text_add(text, ", which is negative");
  else if (rank >= part->span.ranks)
    vfi_text_add(text, ": rank %lld, offset %lld, and the last rank is %d", (long long)rank, (long long)offset,
                 part->span.ranks - 1);
  else
    vfi_text_add(text, ": rank %lld, offset %lld, and rank %lld has %lld elements, from offset 0", (long long)rank,
                 (long long)offset, (long long)rank, (long long)part->lengths[rank]);
}
