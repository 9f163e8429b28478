#include "remote_part.h"

#include "error.h"

static const char *const form_words[] = { "flat", "table", "handle" };

bool vf_remote_part_written(const vf_array *array)
{
  return array->writes != array->remote->writes || array->counters.copies_to_device != array->remote->copies;
}

void vf_remote_part_fenced(vf_array *array)
{
  vf_remote_part *part = array->remote;
  part->writes = array->writes;
  part->copies = array->counters.copies_to_device;
  part->put = part->read = false;
  /* the putter knows the values only there: the host's copy may be old */
  if (!array->context->backend->aliases_host && array->bytes) array->state = VF_STATE_DEVICE;
}

static bool is_remote(const vf_call *call, int argument)
{
  return call->kernel->description.arguments[argument].map.remote;
}

/* The common form of all remote arrays of a call: a flat array can be reached by the other forms too. */
static vf_remote_form form_of(const vf_call *call, const vf_checked *checked)
{
  vf_remote_form form = VF_REMOTE_FLAT;
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    if (!is_remote(call, a)) continue;
    const vf_remote_form own = vf_checked_record(checked, a, 0)->array->remote->span.form;
    if (own > form) form = own;
  }
  return form;
}

/* The own part was written, or elements were put, since the last fence. */
static vf_status refuse(const vf_call *call, int argument, const vf_record *record, const char *done, const char *why)
{
  return vf_fail(VF_ERROR_STATE,
                 "vf_%s: since the last fence of '%s' (argument %s) this rank %s; %s: call vf_remote_fence "
                 "(Fortran: %s%%fence) on all ranks before",
                 call->kernel->description.name, record->label, call->kernel->description.arguments[argument].name,
                 done, why, record->label);
}

static vf_status check_order(const vf_call *call, int argument, const vf_record *record)
{
  const vf_remote_part *part = record->array->remote;
  const bool reads = call->kernel->description.arguments[argument].intent == VF_ARGUMENT_READ;
  if (vf_remote_part_written(record->array))
    return refuse(call, argument, record, "wrote its part of it",
                  reads ? "others, and it, would read old values or new ones"
                        : "what is put might come before that or after it");
  if (reads && part->put)
    return refuse(call, argument, record, "put elements of it", "kernels would read old values or new ones");
  if (!reads && part->read)
    return refuse(call, argument, record, "read it", "other ranks may still be reading what would be put");
  return VF_OK;
}

vf_status vf_remote_check(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_remote(call, a)) continue;
    const vf_operand *operand = checked->operands[a];
    const vf_record *record = operand->count ? operand->records[0] : NULL;
    if (operand->set || !record || !record->array->remote || !vf_record_whole(record))
      return vf_fail(VF_ERROR_ARGUMENT,
                     "vf_%s: '%s' is no remote array, and argument %s is one: an array that vf_remote_create made",
                     kernel->name, operand->label, kernel->arguments[a].name);
    const vf_status status = check_order(call, a, record);
    if (status) return status;
  }
  const vf_remote_form form = form_of(call, checked);
  if (form == VF_REMOTE_HANDLE && checked->context->backend->id != VF_BACKEND_HOST) {
    if (kernel->remote_forms & VF_REMOTE_HANDLE_ON_GPUS) return VF_OK;
    return vf_fail(VF_ERROR_DEVICE,
                   "vf_%s: its remote arrays are reached by functions of the GPU, for which it is not compiled; "
                   "viewfab_add_kernels may be given NVSHMEM, and its kernel file #define VF_REMOTE_FORMS handle",
                   kernel->name);
  }
  if (kernel->remote_forms >> form & 1) return VF_OK;
  /* compiled for every kernel there: see remote_forms.h */
  if (form == VF_REMOTE_TABLE && checked->context->backend->id == VF_BACKEND_HIP) return VF_OK;
  return vf_fail(
      VF_ERROR_DEVICE,
      "vf_%s: its remote arrays are reached in the form %s, for which it is not compiled; its kernel file may say "
      "#define VF_REMOTE_FORMS %s",
      kernel->name, form_words[form], form_words[form]);
}

void vf_remote_spans(const vf_call *call, const vf_checked *checked, vf_remote_span *spans, vf_launch *launch)
{
  const vf_remote_form form = form_of(call, checked);
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    if (!is_remote(call, a)) continue;
    spans[a] = vf_checked_record(checked, a, 0)->array->remote->span;
    spans[a].form = form;
  }
  launch->remotes = spans;
  launch->form = form;
}

void vf_remote_commit(const vf_call *call, const vf_checked *checked)
{
  const vf_kernel_description *kernel = &call->kernel->description;
  for (int a = 0; a < kernel->argument_count; a++) {
    if (!is_remote(call, a)) continue;
    vf_remote_part *part = vf_checked_record(checked, a, 0)->array->remote;
    if (kernel->arguments[a].intent == VF_ARGUMENT_READ) {
      part->read = true;
    } else {
      part->put = true;
      part->putter = kernel->name;
    }
  }
}

vf_status vf_remote_access(const vf_array *array, const char *label)
{
  if (!array->remote->put) return VF_OK;
  return vf_fail(
      VF_ERROR_STATE,
      "'%s': since its last fence vf_%s put elements of it, so that its own part has old values or new ones; call "
      "vf_remote_fence (Fortran: %s%%fence) on all ranks before",
      label, array->remote->putter, label);
}

void vf_remote_number_add(vf_text *text, const vf_remote_part *part, int64_t number)
{
  const int64_t rank = number >> part->span.shift, offset = number & (((int64_t)1 << part->span.shift) - 1);
  if (number < 0) vf_text_add(text, ", which is negative");
  else if (rank >= part->span.ranks)
    vf_text_add(text, ": rank %lld, offset %lld, and the last rank is %d", (long long)rank, (long long)offset,
                part->span.ranks - 1);
  else
    vf_text_add(text, ": rank %lld, offset %lld, and rank %lld has %lld elements, from offset 0", (long long)rank,
                (long long)offset, (long long)rank, (long long)part->lengths[rank]);
}
