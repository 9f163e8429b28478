#include "moves.h"

#include <stdint.h>
#include <unistd.h>

#include "device_memory.h"
#include "error.h"
#include "hooks.h"
#include "outside.h"
#include "staging.h"

/* Locks the full pages inside the array from its second transfer on. Pages at the ends are shared with foreign
 * data, which somebody else may want to lock, so they are copied unlocked. */
static void lock_pages(vf_array *array)
{
  vf_context *context = array->context;
  if (array->transfers < 1 || array->locked || array->lock_refused || array->travels_once || !context->backend->lock)
    return;
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

static int copy_part(const vf_array *array, size_t offset, size_t bytes)
{
  if (bytes == 0) return 0;
  const vf_backend *backend = array->context->backend;
  if (array->copy == VF_COPY_TO_DEVICE)
    return backend->copy_to_device(array->device + offset, array->host + offset, bytes, array->context->queue);
  return backend->copy_to_host(array->host + offset, array->device + offset, bytes, array->context->queue);
}

/* A copy that reaches over the ends of a page-locked range is refused by the runtimes, so it is made in parts. */
static int queue_copy(vf_array *array)
{
  array->sent = 0;
  if (array->partly && array->demands == 1 && vf_outside_pays(array)) {
    const int code = vf_outside_queue(array, &array->sent);
    if (code || array->sent) return code;
  }
  lock_pages(array);
  if (!array->locked) {
    if (vf_staging_takes(array->context, array->bytes))
      return vf_staging_copy(array->context, array->copy, array->device, array->host, array->bytes);
    return copy_part(array, 0, array->bytes);
  }
  const size_t head = (size_t)(array->locked - array->host);
  const size_t tail = head + array->locked_bytes;
  int code = copy_part(array, 0, head);
  if (!code) code = copy_part(array, head, array->locked_bytes);
  if (!code) code = copy_part(array, tail, array->bytes - tail);
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

/* A part makes no side valid: that is up to the call that overwrites the rest. */
static void note_part(vf_array *array)
{
  array->counters.waits++;
  count(&array->counters, array->copy, array->sent);
  count(&array->context->counters, array->copy, array->sent);
}

static void note_copy(vf_array *array)
{
  if (array->sent) {
    note_part(array);
    return;
  }
  array->transfers++;
  array->held = true;
  array->state = VF_STATE_BOTH;
  array->counters.waits++;
  count(&array->counters, array->copy, array->bytes);
  count(&array->context->counters, array->copy, array->bytes);
}

/* Queues the copies, waits once, and notes them. */
static vf_status copy_all(const vf_moves *moves)
{
  vf_context *context = moves->first->context;
  vf_copy_direction last = VF_COPY_NONE;
  int code = 0;
  for (vf_array *array = moves->first; array && !code; array = array->next_moved) {
    if (array->copy == VF_COPY_NONE) continue;
    last = array->copy;
    if (array->copy == VF_COPY_TO_HOST) vf_wiring.host_gets_new(array);
    code = queue_copy(array);
  }
  if (last == VF_COPY_NONE) return VF_OK;
  if (!code) code = vf_staging_finish(context);
  /* The host may change its arrays as soon as this returns, so copies to the device are waited for too. */
  const int waited = context->backend->queue_wait(context->queue);
  vf_staging_drop(context);
  for (vf_array *array = moves->first; array; array = array->next_moved) vf_outside_end(array);
  if (!code) code = waited;
  if (code)
    return vf_context_failure(context, code, last == VF_COPY_TO_DEVICE ? "a copy to the device" : "a copy to the host");
  context->counters.waits++;
  for (vf_array *array = moves->first; array; array = array->next_moved)
    if (array->copy != VF_COPY_NONE) note_copy(array);
  return VF_OK;
}

static void list(vf_moves *moves, vf_array *array, bool memory, vf_copy_direction copy)
{
  if (array->bytes == 0) return;
  if (array->context->backend->aliases_host) {       /* both sides are equal by nature */
    if (!array->device) array->device = array->host; /* once: kernels of other threads read it without the lock */
    if (copy != VF_COPY_NONE) array->state = VF_STATE_BOTH;
    return;
  }
  if (copy == VF_COPY_NONE && !(memory && !array->device)) return;
  if (!array->moved) {
    array->copy = VF_COPY_NONE;
    array->demands = 0;
    array->partly = false;
  }
  if (copy != VF_COPY_NONE) {
    array->copy = copy;
    array->demands++;
  }
  if (array->moved) return;
  array->moved = true;
  array->next_moved = NULL;
  if (moves->last) moves->last->next_moved = array;
  else moves->first = array;
  moves->last = array;
}

void vf_moves_need(vf_moves *moves, vf_array *array, vf_side side, vf_intent intent, bool whole)
{
  list(moves, array, side == VF_DEVICE, vf_state_access(array->state, side, intent, whole).copy);
}

void vf_moves_overwrite(vf_array *array, const vf_overwritten *box)
{
  if (!array->moved) return;
  array->partly = true;
  array->overwritten = *box;
}

void vf_moves_copy(vf_moves *moves, vf_array *array, vf_copy_direction copy) { list(moves, array, true, copy); }

void vf_moves_drop(vf_moves *moves)
{
  for (vf_array *array = moves->first; array; array = array->next_moved) array->moved = false;
  moves->first = moves->last = NULL;
}

vf_status vf_moves_make(vf_moves *moves)
{
  if (!moves->first) return VF_OK;
  vf_status status = vf_context_select(moves->first->context);
  if (!status) status = vf_device_memory_take(moves->first, moves->together);
  if (!status) status = copy_all(moves);
  vf_moves_drop(moves);
  return status;
}
