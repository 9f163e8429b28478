#include "moves.h"

#include <stdint.h>
#include <unistd.h>

#include "error.h"
#include "evict.h"
#include "flight.h"
#include "hooks.h"
#include "part_states.h"
#include "queues.h"
#include "seconds.h"
#include "section.h"
#include "shared.h"
#include "staging.h"

/* Pages at the ends are shared with foreign data, which other code may lock, so they are copied unlocked. */
void vfi_moves_lock_now(vfi_array *array)
{
  vf_context *context = array->context;
  if (array->locked || array->lock_refused || array->travels_once || !context->backend->lock) return;
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

void vfi_moves_lock_pages(vfi_array *array)
{
  if (array->transfers >= 1) vfi_moves_lock_now(array);
}

static int copy_piece(const vfi_array *array, size_t offset, size_t bytes)
{
  if (bytes == 0) return 0;
  const vf_backend *backend = array->context->backend;
  if (array->copy == VF_COPY_TO_DEVICE)
    return backend->copy_to_device(array->device + offset, array->host + offset, bytes, array->context->main_queue);
  return backend->copy_to_host(array->host + offset, array->device + offset, bytes, array->context->main_queue);
}

size_t vfi_moves_until_lock_ends(const vfi_array *array, const char *host, size_t bytes)
{
  const char *ends[2] = { array->locked, array->locked + array->locked_bytes };
  for (int e = 0; e < 2 && array->locked; e++)
    if (host < ends[e] && host + bytes > ends[e]) return (size_t)(ends[e] - host);
  return bytes;
}

int vfi_moves_copy_range(const vfi_array *array, size_t offset, size_t bytes)
{
  if (!array->locked) {
    if (vfi_staging_takes(array->context, bytes))
      return vfi_staging_copy(array->context, array->copy, array->device + offset, array->host + offset, bytes);
    return copy_piece(array, offset, bytes);
  }
  int code = 0;
  for (size_t done = 0, part; done < bytes && !code; done += part) {
    part = vfi_moves_until_lock_ends(array, array->host + offset + done, bytes - done);
    code = copy_piece(array, offset + done, part);
  }
  return code;
}

static int queue_copy(vfi_array *array)
{
  array->sent = 0;
  if (array->some) return vfi_part_copies_queue(array, &array->sent);
  if (array->partly && array->demands == 1 && vfi_outside_pays(array)) {
    const int code = vfi_outside_queue(array, &array->sent);
    if (code || array->sent) return code;
  }
  vfi_moves_lock_pages(array);
  return vfi_moves_copy_range(array, 0, array->bytes);
}

static void count(vf_counters *counters, vfi_copy_direction copy, size_t bytes)
{
  if (copy == VF_COPY_TO_DEVICE) {
    counters->copies_to_device++;
    counters->bytes_to_device += (int64_t)bytes;
  } else {
    counters->copies_to_host++;
    counters->bytes_to_host += (int64_t)bytes;
  }
}

void vfi_moves_count(vfi_array *array, vfi_copy_direction copy, size_t bytes)
{
  count(&array->counters, copy, bytes);
  count(&array->context->counters, copy, bytes);
}

/* A copy without the elements that the call overwrites makes no side valid: the call does. */
static void note_part(vfi_array *array)
{
  if (array->some) vfi_part_states_note_copy(array);
  if (array->some) array->on_device_before = true;
  array->counters.waits++;
  vfi_moves_count(array, array->copy, array->sent);
}

static void note_copy(vfi_array *array)
{
  if (array->sent) {
    note_part(array);
    return;
  }
  array->transfers++;
  array->on_device_before = true;
  vfi_array_set_state(array, VF_STATE_BOTH);
  array->counters.waits++;
  vfi_moves_count(array, array->copy, array->bytes);
}

/* Arrays that have had flights are copied by flights, which wait for the last launch with the array alone. */
static vf_status start_flights(const vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (vfi_array *array = moves->first; array && !status; array = array->next_moved)
    if (array->flight && array->copy != VF_COPY_NONE && !array->some && !array->partly)
      status = vfi_flight_start(array, array->copy, &array->flies);
  return status;
}

/* Waits for them. The states change if no copy of the list has failed. */
static vf_status land_flights(const vfi_moves *moves, vf_status first)
{
  for (vfi_array *array = moves->first; array; array = array->next_moved) {
    if (!array->flies) continue;
    array->counters.waits++;
    array->flight->counts = false;
    const vf_status status = vfi_flight_land(array);
    if (!first) first = status;
  }
  for (vfi_array *array = moves->first; array && !first; array = array->next_moved)
    if (array->flies) vfi_array_set_state(array, VF_STATE_BOTH);
  return first;
}

/* Queues the other copies, waits once, and notes them. */
static vf_status copy_others(const vfi_moves *moves)
{
  vf_context *context = moves->first->context;
  vfi_copy_direction last = VF_COPY_NONE;
  if (vfi_profiling) vfi_wiring.copies_begin(moves);
  const double begin = vfi_profiling ? vfi_seconds() : 0;
  int code = 0;
  for (vfi_array *array = moves->first; array && !code; array = array->next_moved) {
    if (array->copy == VF_COPY_NONE || array->flies) continue;
    last = array->copy;
    if (array->copy == VF_COPY_TO_HOST) {
      array->host_used = true;
      vfi_wiring.host_gets_new(array);
    }
    if (vfi_ranging) vfi_wiring.copy_begins(array);
    code = vfi_queues_order_own(array, array->copy);
    if (!code) code = queue_copy(array);
    if (vfi_ranging) vfi_wiring.copy_ends();
  }
  if (last == VF_COPY_NONE) return VF_OK;
  if (!code) code = vfi_staging_finish(context);
  if (vfi_profiling) vfi_wiring.copies_queued(moves);
  /* The host may change its arrays as soon as this returns, so copies to the device are waited for too. */
  const uint64_t uses = context->device_uses;
  const int waited = context->backend->queue_wait(context->main_queue);
  if (!waited && !context->queues) vfi_shared_note_wait(context, uses);
  vfi_staging_drop(context);
  for (vfi_array *array = moves->first; array; array = array->next_moved) vfi_outside_end(array);
  if (!code) code = waited;
  if (code)
    return vfi_context_failure(context, code,
                               last == VF_COPY_TO_DEVICE ? "a copy to the device" : "a copy to the host");
  context->counters.waits++;
  if (vfi_profiling) vfi_wiring.copied(moves, vfi_seconds() - begin);
  for (vfi_array *array = moves->first; array; array = array->next_moved)
    if (array->copy != VF_COPY_NONE && !array->flies) note_copy(array);
  return VF_OK;
}

static vf_status wait_for_shared(const vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (vfi_array *array = moves->first; array && !status; array = array->next_moved)
    if (array->waits) status = vfi_shared_wait(array);
  return status;
}

static vf_status copy_all(const vfi_moves *moves)
{
  vf_context *context = moves->first->context;
  vf_status status = vfi_shared_count ? wait_for_shared(moves) : VF_OK;
  if (status) return status;
  if (!context->tracked) return copy_others(moves);
  status = start_flights(moves);
  if (!status) status = copy_others(moves);
  return land_flights(moves, status);
}

static void enlist(vfi_moves *moves, vfi_array *array)
{
  if (array->moved) return;
  array->copy = VF_COPY_NONE;
  array->demands = array->narrowed = 0;
  array->partly = array->forced = array->some = array->flies = array->on_device = array->waits = false;
  if (array->flight) array->flight->asked = 0;
  array->moved = true;
  array->next_moved = NULL;
  if (moves->last) moves->last->next_moved = array;
  else moves->first = array;
  moves->last = array;
}

/* Returns true if the array is listed. An array with flights always is: see vfi_flights_settle. */
static bool list(vfi_moves *moves, vfi_array *array, bool memory, vfi_copy_direction copy)
{
  if (copy == VF_COPY_NONE && array->device && !array->flight) return false; /* the common case */
  if (array->bytes == 0) return false;
  if (array->context->backend->aliases_host) {       /* the device works on the host array: there is a single side */
    if (!array->device) array->device = array->host; /* once: kernels of other threads read it without the lock */
    if (copy != VF_COPY_NONE) array->state = VF_STATE_BOTH;
    return false;
  }
  if (copy == VF_COPY_NONE && !memory && !array->flight) return false;
  enlist(moves, array);
  array->on_device = array->on_device || memory;
  if (copy != VF_COPY_NONE) {
    array->copy = copy;
    array->demands++;
  }
  return true;
}

/* The device works on the host array: the host waits for the device where others copy. */
static void list_shared(vfi_moves *moves, vfi_array *array, vf_side side, vf_intent intent)
{
  if (side == VF_DEVICE) {
    vfi_shared_note(array, intent);
    if (array->flight) array->flight->use_is_last = false;
  } else if (vfi_shared_is_used(array, intent)) {
    enlist(moves, array);
    array->waits = true;
  } else if (array->state == VF_STATE_DEVICE) {
    vfi_array_set_state(array, VF_STATE_BOTH);
  }
}

void vfi_moves_need(vfi_moves *moves, vfi_array *array, vf_side side, vf_intent intent, bool whole)
{
  if (array->section) vfi_section_pack(array);
  if (side == VF_HOST) array->host_used = true;
  if (vfi_profiling) vfi_wiring.array_needed(array, side, intent, whole);
  if (vfi_host_watched) vfi_wiring.array_is_used(array, side, intent, false);
  if (array->shared) list_shared(moves, array, side, intent);
  else if (list(moves, array, side == VF_DEVICE, vfi_state_access(array->state, side, intent, whole).copy) &&
           array->flight)
    vfi_flight_ask(array, side, intent);
}

void vfi_moves_overwrite(vfi_array *array, const vfi_overwritten *box)
{
  if (!array->moved) return;
  array->partly = true;
  array->overwritten = *box;
}

void vfi_moves_copy(vfi_moves *moves, vfi_array *array, vfi_copy_direction copy)
{
  if (vfi_profiling) vfi_wiring.array_needed(array, copy == VF_COPY_TO_DEVICE ? VF_DEVICE : VF_HOST, VF_READ, true);
  const bool to_device = copy == VF_COPY_TO_DEVICE;
  vfi_use_note(array);
  if (array->shared) {
    if (to_device || !vfi_shared_is_used(array, VF_READ)) vfi_array_set_state(array, VF_STATE_BOTH);
    else list_shared(moves, array, VF_HOST, VF_READ);
    return;
  }
  if (!to_device && !array->device && !array->context->backend->aliases_host) return; /* its values came when it left */
  if (vfi_host_watched && copy != VF_COPY_NONE)
    vfi_wiring.array_is_used(array, to_device ? VF_DEVICE : VF_HOST, to_device ? VF_WRITE : VF_READ, true);
  if (list(moves, array, true, copy) && array->flight) array->flight->asked |= VF_ASKS_COPY;
  array->forced = array->by_parts;
}

void vfi_moves_copy_parts(vfi_moves *moves, vfi_array *array, vfi_copy_direction copy, const vfi_part_list *some)
{
  if (vfi_profiling) vfi_wiring.array_needed(array, copy == VF_COPY_TO_DEVICE ? VF_DEVICE : VF_HOST, VF_READ, false);
  vfi_use_note(array);
  if (copy == VF_COPY_TO_HOST && !array->device) return;
  if (list(moves, array, true, copy) && array->flight) array->flight->asked |= VF_ASKS_COPY;
  array->parts->copied = *some;
  array->forced = true;
}

void vfi_moves_drop(vfi_moves *moves)
{
  for (vfi_array *array = moves->first; array; array = array->next_moved) array->moved = false;
  moves->first = moves->last = NULL;
}

/* Chooses the elements of all copies. */
static void choose(const vfi_moves *moves)
{
  for (vfi_array *array = moves->first; array; array = array->next_moved) {
    if (array->copy == VF_COPY_NONE) continue;
    array->some = vfi_part_states_choose(array);
    if (array->some && !array->parts->copied.count) array->copy = VF_COPY_NONE;
  }
}

vf_status vfi_moves_make(vfi_moves *moves)
{
  if (!moves->first) return VF_OK;
  vf_status status = vfi_context_select(moves->first->context);
  if (!status && moves->first->context->tracked) status = vfi_flights_settle(moves);
  choose(moves);
  const double begin = vfi_profiling ? vfi_seconds() : 0;
  if (!status) status = vfi_device_memory_take(moves->first, moves->together);
  if (vfi_profiling) vfi_wiring.memory_taken(moves, vfi_seconds() - begin);
  if (!status) status = copy_all(moves);
  vfi_moves_drop(moves);
  return status;
}
