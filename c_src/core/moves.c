#include "moves.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "error.h"
#include "outside.h"
#include "staging.h"

/* ---- Device memory ---- */

enum {
  POOL_ALIGNMENT = 256,
  SMALL = 16 << 20 /* taking device memory for more than this costs little beside the copy of it */
};

static size_t aligned(size_t bytes) { return (bytes + POOL_ALIGNMENT - 1) / POOL_ALIGNMENT * POOL_ALIGNMENT; }

/* others: that the memory is for besides the one that the label names */
static vf_status allocate(const vf_context *context, size_t bytes, const char *label, int others, void **address)
{
  const int code = context->backend->allocate(address, bytes);
  if (!code) return VF_OK;
  *address = NULL;
  char more[48] = ", which takes";
  if (others) snprintf(more, sizeof more, " and %d arrays with it, which take", others);
  return vf_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
                 "%s: no device memory for '%s'%s %zu bytes (%lld are in use): %s", context->name, label, more, bytes,
                 (long long)context->counters.device_bytes, context->backend->error_text(code));
}

static bool lacks_memory(const vf_array *array) { return !array->device && array->bytes; }

static void give(vf_array *array, vf_pool *pool, void *address)
{
  array->device = address;
  array->pool = pool;
  if (pool) pool->arrays++;
  array->context->counters.device_bytes += (int64_t)array->bytes;
}

static vf_status take_one(vf_array *array)
{
  void *address = NULL;
  const vf_status status = allocate(array->context, array->bytes, array->label, 0, &address);
  if (!status) give(array, NULL, address);
  return status;
}

/* A block of device memory for several arrays; each takes the next piece of it. */
static vf_status take_block(vf_context *context, size_t bytes, const char *label, int others, vf_pool **made)
{
  vf_pool *pool = calloc(1, sizeof *pool);
  if (!pool) return vf_fail(VF_ERROR_MEMORY, "no host memory for the device memory of '%s'", label);
  const vf_status status = allocate(context, bytes, label, others, &pool->address);
  if (status) free(pool);
  else *made = pool;
  return status;
}

static void take_piece(vf_array *array, vf_pool *pool, char **next)
{
  give(array, pool, *next);
  *next += aligned(array->bytes);
}

vf_status vf_arrays_reserve(vf_array *const *arrays, int number, const char *label)
{
  size_t bytes = 0;
  int without = 0, last = 0;
  for (int a = 0; a < number; a++) {
    if (!lacks_memory(arrays[a])) continue;
    if (arrays[a]->context->backend->aliases_host) {
      arrays[a]->device = arrays[a]->host;
      continue;
    }
    bytes += aligned(arrays[a]->bytes);
    without++;
    last = a;
  }
  if (without == 0) return VF_OK;
  vf_context *context = arrays[0]->context;
  vf_status status = vf_context_select(context);
  if (status) return status;
  if (without == 1) return take_one(arrays[last]);
  vf_pool *pool = NULL;
  status = take_block(context, bytes, label, without - 1, &pool);
  if (status) return status;
  char *next = pool->address;
  for (int a = 0; a < number; a++)
    if (lacks_memory(arrays[a])) take_piece(arrays[a], pool, &next);
  return VF_OK;
}

/* The arrays of the list that share a block. */
static bool shares(const vf_moves *moves, const vf_array *array)
{
  return lacks_memory(array) && (moves->together || array->bytes < SMALL);
}

static vf_status take_memory(const vf_moves *moves)
{
  size_t bytes = 0;
  int sharing = 0;
  vf_array *first = NULL;
  for (vf_array *array = moves->first; array; array = array->next_moved) {
    if (!shares(moves, array)) continue;
    if (!first) first = array;
    bytes += aligned(array->bytes);
    sharing++;
  }
  vf_status status = VF_OK;
  if (sharing > 1) {
    vf_pool *pool = NULL;
    status = take_block(first->context, bytes, first->label, sharing - 1, &pool);
    char *next = status ? NULL : pool->address;
    for (vf_array *array = first; array && !status; array = array->next_moved)
      if (shares(moves, array)) take_piece(array, pool, &next);
  }
  for (vf_array *array = moves->first; array && !status; array = array->next_moved)
    if (lacks_memory(array)) status = take_one(array);
  return status;
}

/* ---- Copies ---- */

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

/* ---- The list ---- */

static void list(vf_moves *moves, vf_array *array, bool memory, vf_copy_direction copy)
{
  if (array->bytes == 0) return;
  if (array->context->backend->aliases_host) { /* both sides are equal by nature */
    array->device = array->host;
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
  if (!status) status = take_memory(moves);
  if (!status) status = copy_all(moves);
  vf_moves_drop(moves);
  return status;
}
