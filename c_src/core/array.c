#include "array.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "error.h"

const char *vf_type_name(vf_type type) { return vf_type_traits_of(type).word; }

enum { POOL_ALIGNMENT = 256 };
static size_t aligned(size_t bytes) { return (bytes + POOL_ALIGNMENT - 1) / POOL_ALIGNMENT * POOL_ALIGNMENT; }

static vf_status allocate(const vf_context *context, size_t bytes, const char *label, void **address)
{
  const int code = context->backend->allocate(address, bytes);
  if (!code) return VF_OK;
  *address = NULL;
  return vf_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
                 "%s: no device memory for '%s', which takes %zu bytes (%lld are in use): %s", context->name, label,
                 bytes, (long long)context->counters.device_bytes, context->backend->error_text(code));
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
  const vf_status status = allocate(context, array->bytes, array->label, &address);
  if (status) return status;
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
}

static vf_status copy_failure(vf_context *context, vf_copy_direction copy, int code)
{
  return vf_context_failure(context, code, copy == VF_COPY_TO_DEVICE ? "a copy to the device" : "a copy to the host");
}

/* Whether there is anything to move; an array that needs no device memory has equal sides by nature. */
static bool moves(vf_array *array, vf_copy_direction copy)
{
  if (copy == VF_COPY_NONE || array->bytes == 0) return false;
  if (array->context->backend->aliases_host) array->state = VF_STATE_BOTH;
  return !array->context->backend->aliases_host;
}

static int queue_copy(vf_array *array, vf_copy_direction copy)
{
  lock_pages(array);
  return copy_parts(array, copy);
}

static void note_copy(vf_array *array, vf_copy_direction copy)
{
  array->transfers++;
  array->held = true;
  array->state = VF_STATE_BOTH;
  array->counters.waits++;
  count(&array->counters, copy, array->bytes);
  count(&array->context->counters, copy, array->bytes);
}

/* One block of device memory for those arrays that have none. */
static vf_status ensure_devices(vf_array *const *arrays, int number, const char *label)
{
  size_t bytes = 0;
  int without = 0;
  for (int a = 0; a < number; a++)
    if (!arrays[a]->device && arrays[a]->bytes) {
      bytes += aligned(arrays[a]->bytes);
      without++;
    }
  if (without == 0) return VF_OK;
  vf_context *context = arrays[0]->context;
  if (without == 1 || context->backend->aliases_host) {
    vf_status status = VF_OK;
    for (int a = 0; a < number && !status; a++) status = ensure_device(arrays[a]);
    return status;
  }
  vf_pool *pool = calloc(1, sizeof *pool);
  if (!pool) return vf_fail(VF_ERROR_MEMORY, "no host memory for the device memory of '%s'", label);
  const vf_status status = allocate(context, bytes, label, &pool->address);
  if (status) {
    free(pool);
    return status;
  }
  char *next = pool->address;
  for (int a = 0; a < number; a++) {
    vf_array *array = arrays[a];
    if (array->device || !array->bytes) continue;
    array->device = next;
    array->pool = pool;
    pool->arrays++;
    next += aligned(array->bytes);
    context->counters.device_bytes += (int64_t)array->bytes;
  }
  return VF_OK;
}

vf_status vf_arrays_reserve(vf_array *const *arrays, int number, const char *label)
{
  if (number <= 0) return VF_OK;
  const vf_status status = vf_context_select(arrays[0]->context);
  return status ? status : ensure_devices(arrays, number, label);
}

/* Queues the copies, waits once, and notes them. */
static vf_status copy_each(vf_array *const *arrays, int number, const vf_copy_direction *copies)
{
  vf_context *context = arrays[0]->context;
  vf_copy_direction last = VF_COPY_NONE;
  int code = 0;
  for (int a = 0; a < number && !code; a++) {
    if (copies[a] == VF_COPY_NONE) continue;
    last = copies[a];
    code = queue_copy(arrays[a], copies[a]);
  }
  if (last == VF_COPY_NONE) return VF_OK;
  /* The host may change its arrays as soon as this returns, so copies to the device are waited for too. */
  const int waited = context->backend->queue_wait(context->queue);
  if (code || waited) return copy_failure(context, last, code ? code : waited);
  context->counters.waits++;
  for (int a = 0; a < number; a++)
    if (copies[a] != VF_COPY_NONE) note_copy(arrays[a], copies[a]);
  return VF_OK;
}

/* The usual case of a call on sets: nothing is to be allocated or moved. */
static bool all_there(vf_array *const *arrays, int number, vf_side side, vf_intent intent, const bool *whole)
{
  for (int a = 0; a < number; a++) {
    const vf_array *array = arrays[a];
    if (array->bytes == 0) continue;
    if (side == VF_DEVICE && !array->device) return false;
    if (vf_state_access(array->state, side, intent, whole && whole[a]).copy != VF_COPY_NONE) return false;
  }
  return true;
}

/* intent: NULL to copy what copy says, whatever the states are. */
static vf_status move_arrays(vf_array *const *arrays, int number, vf_copy_direction copy, vf_side side,
                             const vf_intent *intent, const bool *whole, const char *label)
{
  if (number <= 0 || (intent && all_there(arrays, number, side, *intent, whole))) return VF_OK;
  vf_status status = vf_context_select(arrays[0]->context);
  if (!status && (side == VF_DEVICE || !intent)) status = ensure_devices(arrays, number, label);
  if (status) return status;
  vf_copy_direction one, *copies = number == 1 ? &one : malloc((size_t)number * sizeof *copies);
  if (!copies) return vf_fail(VF_ERROR_MEMORY, "no host memory to copy the %d arrays of '%s'", number, label);
  for (int a = 0; a < number; a++) {
    const vf_copy_direction wanted =
        intent ? vf_state_access(arrays[a]->state, side, *intent, whole && whole[a]).copy : copy;
    copies[a] = moves(arrays[a], wanted) ? wanted : VF_COPY_NONE;
  }
  status = copy_each(arrays, number, copies);
  if (copies != &one) free(copies);
  return status;
}

vf_status vf_arrays_copy(vf_array *const *arrays, int number, vf_copy_direction copy, const char *label)
{
  return move_arrays(arrays, number, copy, VF_HOST, NULL, NULL, label);
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

vf_status vf_arrays_prepare(vf_array *const *arrays, int number, vf_side side, vf_intent intent, const bool *whole,
                            const char *label)
{
  return move_arrays(arrays, number, VF_COPY_NONE, side, &intent, whole, label);
}

vf_status vf_array_prepare(vf_array *array, vf_side side, vf_intent intent, bool whole)
{
  const vf_status status = side == VF_DEVICE ? vf_context_select(array->context) : VF_OK;
  return status ? status : vf_arrays_prepare(&array, 1, side, intent, &whole, array->label);
}

static int64_t now;

int64_t vf_array_clock(void) { return now; }

void vf_array_note_birth(vf_array *array) { array->born = ++now; }

void vf_array_commit(vf_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (intent != VF_READ) {
    array->written = ++now;
    array->writes++;
  }
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

static void release_device(const vf_array *array)
{
  const vf_backend *backend = array->context->backend;
  if (!array->pool) {
    backend->release(array->device);
  } else if (--array->pool->arrays == 0) {
    backend->release(array->pool->address);
    free(array->pool);
  }
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
    release_device(array);
    context->counters.device_bytes -= (int64_t)array->bytes;
  }
  if (array->owned) free(array->host);
  free(array);
}
