#include "array.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

size_t vf_type_size(vf_type type) { return type == VF_REAL64 || type == VF_INT64 ? 8 : 4; }

const char *vf_type_name(vf_type type)
{
  static const char *const names[] = { "unknown", "real32", "real64", "int32", "int64" };
  return names[type];
}

static vf_status ensure_device(vf_array *array)
{
  if (array->device || array->bytes == 0) return VF_OK;
  vf_context *context = array->context;
  if (context->backend->aliases_host) {
    array->device = array->host;
    return VF_OK;
  }
  void *address = NULL;
  const int code = context->backend->allocate(&address, array->bytes);
  if (code) {
    vf_fail(VF_ERROR_MEMORY, "%s: no device memory for '%s', which takes %zu bytes (%lld are in use): %s",
            context->name, array->label, array->bytes, (long long)context->counters.device_bytes,
            context->backend->error_text(code));
    return code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE;
  }
  array->device = address;
  context->counters.device_bytes += (int64_t)array->bytes;
  return VF_OK;
}

/* Locks the full pages inside the array from its second transfer on. Pages at the ends are shared with foreign
 * data, which somebody else may want to lock, so they are copied unlocked. */
static void lock_pages(vf_array *array)
{
  vf_context *context = array->context;
  if (array->transfers != 1 || array->locked || array->lock_refused || !context->backend->lock) return;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  const uintptr_t begin = ((uintptr_t)array->host + page - 1) / page * page;
  const uintptr_t end = ((uintptr_t)array->host + array->bytes) / page * page;
  if (end <= begin) return;
  char *first = array->host + (begin - (uintptr_t)array->host);
  if (context->backend->lock(first, end - begin)) {
    array->lock_refused = true;
    context->counters.locks_refused++;
    return;
  }
  array->locked = first;
  array->locked_bytes = end - begin;
  context->counters.locked_bytes += (int64_t)array->locked_bytes;
}

static int copy_part(const vf_array *array, vf_copy_direction copy, size_t offset, size_t bytes)
{
  if (bytes == 0) return 0;
  const vf_backend *backend = array->context->backend;
  if (copy == VF_COPY_TO_DEVICE)
    return backend->copy_to_device(array->device + offset, array->host + offset, bytes, array->context->queue);
  return backend->copy_to_host(array->host + offset, array->device + offset, bytes, array->context->queue);
}

/* A copy that reaches over the ends of a page-locked range is refused by the runtimes, so it is made in parts. */
static int copy_parts(const vf_array *array, vf_copy_direction copy)
{
  if (!array->locked) return copy_part(array, copy, 0, array->bytes);
  const size_t head = (size_t)(array->locked - array->host);
  const size_t tail = head + array->locked_bytes;
  int code = copy_part(array, copy, 0, head);
  if (!code) code = copy_part(array, copy, head, array->locked_bytes);
  if (!code) code = copy_part(array, copy, tail, array->bytes - tail);
  return code;
}

static void count(vf_counters *counters, vf_copy_direction copy, size_t bytes)
{
  if (copy == VF_COPY_TO_DEVICE) {
    counters->copies_to_device++;
    counters->bytes_to_device += (int64_t)bytes;
  } else {
    counters->copies_to_host++;
    counters->bytes_to_host += (int64_t)bytes;
  }
  counters->waits++;
}

vf_status vf_array_copy(vf_array *array, vf_copy_direction copy)
{
  if (copy == VF_COPY_NONE || array->bytes == 0) return VF_OK;
  vf_context *context = array->context;
  vf_status status = vf_context_select(context);
  if (!status) status = ensure_device(array);
  if (status) return status;
  if (context->backend->aliases_host) {
    array->state = VF_STATE_BOTH;
    return VF_OK;
  }
  lock_pages(array);
  int code = copy_parts(array, copy);
  /* The host may change its array as soon as this returns, so copies to the device are waited for too. */
  if (!code) code = context->backend->queue_wait(context->queue);
  if (code) {
    return vf_context_failure(context, code, copy == VF_COPY_TO_DEVICE ? "a copy to the device" : "a copy to the host");
  }
  array->transfers++;
  array->held = true;
  array->state = VF_STATE_BOTH;
  count(&array->counters, copy, array->bytes);
  count(&context->counters, copy, array->bytes);
  return VF_OK;
}

static vf_status read_device(const vf_array *array, size_t offset, size_t bytes, void *to)
{
  vf_context *context = array->context;
  const vf_status status = vf_context_select(context);
  if (status || bytes == 0) return status;
  int code = context->backend->copy_to_host(to, array->device + offset, bytes, context->queue);
  if (!code) code = context->backend->queue_wait(context->queue);
  return code ? vf_context_failure(context, code, "a copy to the host") : VF_OK;
}

vf_status vf_array_peek(const vf_array *array, size_t offset, size_t bytes, void *to)
{
  if (!vf_state_valid(array->state, VF_HOST)) return read_device(array, offset, bytes, to);
  if (bytes) memcpy(to, array->host + offset, bytes);
  return VF_OK;
}

vf_status vf_array_peek_device(const vf_array *array, void *to) { return read_device(array, 0, array->bytes, to); }

vf_status vf_array_prepare(vf_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (side == VF_DEVICE) {
    vf_status status = vf_context_select(array->context);
    if (!status) status = ensure_device(array);
    if (status) return status;
  }
  return vf_array_copy(array, vf_state_access(array->state, side, intent, whole).copy);
}

void vf_array_commit(vf_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (array->context->backend->aliases_host || array->bytes == 0) {
    array->state = VF_STATE_BOTH;
    return;
  }
  array->state = vf_state_access(array->state, side, intent, whole).next;
  if (side == VF_DEVICE) array->held = true;
}

void vf_array_unlock(vf_array *array)
{
  array->transfers = 0;
  array->lock_refused = false;
  if (!array->locked) return;
  vf_context_select(array->context);
  array->context->backend->unlock(array->locked);
  array->context->counters.locked_bytes -= (int64_t)array->locked_bytes;
  array->locked = NULL;
  array->locked_bytes = 0;
}

void vf_array_destroy(vf_array *array)
{
  vf_context *context = array->context;
  if (array->locked || (array->device && !context->backend->aliases_host)) {
    vf_context_select(context);
    context->backend->queue_wait(context->queue); /* queued kernels may still use the memory */
    context->counters.waits++;
  }
  vf_array_unlock(array);
  if (array->device && !context->backend->aliases_host) {
    context->backend->release(array->device);
    context->counters.device_bytes -= (int64_t)array->bytes;
  }
  if (array->owned) free(array->host);
  free(array);
}
