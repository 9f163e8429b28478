#include "flight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "evict.h"
#include "hooks.h"
#include "queues.h"

enum { MOST_ENDS = 64 << 10 }; /* bytes; a larger array without a page lock has no flights */

/* Code that looks at whole arrays, or at the times of copies, sees every copy as a step of its own. */
static bool may_fly(const vfi_array *array)
{
  if (array->context->backend->aliases_host || !array->context->backend->copy_queue_create || !array->bytes)
    return false;
  if (array->shared || array->remote || array->section || array->passing || array->by_parts) return false;
  return !vfi_host_watched && !vfi_profiling && vfi_wiring.states_by_part();
}

static int make_events(const vfi_array *array, vfi_flight *flight)
{
  const vf_backend *backend = array->context->backend;
  int code = backend->event_create(&flight->arrival);
  if (code) return code;
  code = backend->event_create(&flight->use);
  if (code) backend->event_destroy(flight->arrival);
  return code;
}

/* The memory of a flight, kept as long as the array lives. */
static vf_status ready(vfi_array *array)
{
  if (array->flight) return VF_OK;
  vfi_flight *flight = calloc(1, sizeof *flight);
  if (!flight) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a copy of '%s'", array->label);
  const int code = make_events(array, flight);
  if (code) {
    free(flight);
    return vfi_context_failure(array->context, code, "creating an event");
  }
  array->flight = flight;
  array->context->tracked++;
  return VF_OK;
}

static void **queue_of(vf_context *context, vfi_copy_direction copy)
{
  return &context->copy_queues[copy == VF_COPY_TO_HOST];
}

static vf_status ready_queue(vf_context *context, vfi_copy_direction copy)
{
  bool *const there = &context->copy_queue_there[copy == VF_COPY_TO_HOST];
  if (*there) return VF_OK;
  const int code = context->backend->copy_queue_create(queue_of(context, copy));
  *there = code == 0;
  return code ? vfi_context_failure(context, code, "creating a queue for copies") : VF_OK;
}

/* Bytes before the page-locked range and behind it. Without a lock all bytes are before it. */
static size_t head_of(const vfi_array *array)
{
  return array->locked ? (size_t)(array->locked - array->host) : array->bytes;
}
static size_t tail_of(const vfi_array *array) { return array->bytes - head_of(array) - array->locked_bytes; }

/* Page-locks the array, or most of it, and takes memory for the rest: a runtime waits for copies of other memory. False: the
 * system refuses. A device without page locks copies any memory. */
static bool lock(vfi_array *array)
{
  vfi_flight *flight = array->flight;
  vf_context *context = array->context;
  if (!context->backend->lock) return true;
  vfi_moves_lock_now(array);
  const size_t bytes = head_of(array) + tail_of(array);
  if (bytes <= flight->end_bytes) return true;
  if (bytes > MOST_ENDS || flight->refused) return false;
  void *ends = NULL;
  if (flight->ends) context->backend->release_shared(flight->ends);
  flight->ends = NULL;
  flight->end_bytes = 0;
  flight->refused = context->backend->allocate_shared(&ends, bytes) != 0;
  if (flight->refused) {
    context->counters.locks_refused++;
    return false;
  }
  flight->ends = ends;
  flight->end_bytes = bytes;
  return true;
}

static int copy_range(const vfi_array *array, vfi_copy_direction copy, size_t offset, char *host, size_t bytes)
{
  vf_context *context = array->context;
  void *queue = *queue_of(context, copy);
  if (!bytes) return 0;
  return copy == VF_COPY_TO_DEVICE ? context->backend->copy_to_device(array->device + offset, host, bytes, queue)
                                   : context->backend->copy_to_host(host, array->device + offset, bytes, queue);
}

static int copy_pieces(const vfi_array *array, vfi_copy_direction copy)
{
  if (!array->context->backend->lock) return copy_range(array, copy, 0, array->host, array->bytes);
  const size_t head = head_of(array), tail = tail_of(array), behind = array->bytes - tail;
  char *const ends = array->flight->ends;
  if (copy == VF_COPY_TO_DEVICE) {
    if (head) memcpy(ends, array->host, head);
    if (tail) memcpy(ends + head, array->host + behind, tail);
  }
  int code = copy_range(array, copy, 0, ends, head);
  if (!code) code = copy_range(array, copy, head, array->locked, array->locked_bytes);
  return code ? code : copy_range(array, copy, behind, ends + head, tail);
}

static void bring_ends(const vfi_array *array)
{
  if (!array->context->backend->lock) return;
  const size_t head = head_of(array), tail = tail_of(array);
  if (head) memcpy(array->host, array->flight->ends, head);
  if (tail) memcpy(array->host + array->bytes - tail, array->flight->ends + head, tail);
}

/* The copy reads or writes the device's side after the launches that use it. They have waited for an earlier copy to the
 * device. */
static int order(vfi_array *array, vfi_copy_direction copy, void *queue)
{
  vfi_flight *flight = array->flight;
  const vf_backend *backend = array->context->backend;
  if (!flight->use_is_last) {
    const int code = backend->event_record(flight->use, array->context->main_queue);
    if (code) return code;
    flight->use_is_last = true;
  }
  const int code = backend->queue_order(queue, flight->use);
  return code ? code : vfi_queues_order_copy(array, copy, queue);
}

static void take_off(vfi_array *array, vfi_copy_direction copy)
{
  vfi_flight *flight = array->flight;
  vf_context *context = array->context;
  if (flight->copy == VF_COPY_NONE) {
    flight->next = context->flying;
    context->flying = array;
  }
  flight->copy = copy;
  flight->writes = array->writes;
  flight->counts = true;
  flight->joined = 0;
  array->transfers++;
  array->on_device_before = true;
  vfi_moves_count(array, copy, array->bytes);
}

vf_status vfi_flight_track(vfi_array *array) { return ready(array); }

/* A copy to the device fills the memory for the ends, so a copy to the host has to bring them before. */
vf_status vfi_flight_start(vfi_array *array, vfi_copy_direction copy, bool *flies)
{
  *flies = false;
  vfi_use_note(array);
  if (!may_fly(array)) return VF_OK;
  vf_context *context = array->context;
  vf_status status = ready(array);
  if (!status) status = ready_queue(context, copy);
  if (!status && copy == VF_COPY_TO_DEVICE && array->flight->copy == VF_COPY_TO_HOST) status = vfi_flight_land(array);
  if (!status && !array->device) array->flight->use_is_last = false; /* work of an earlier owner may use new memory */
  if (!status) status = vfi_arrays_reserve(&array, 1, array->label);
  if (status || !lock(array)) return status;
  void *queue = *queue_of(context, copy);
  if (copy == VF_COPY_TO_HOST) {
    array->host_used = true;
    vfi_wiring.host_gets_new(array);
  }
  if (vfi_ranging) vfi_wiring.copy_begins(array);
  int code = order(array, copy, queue);
  const bool begun = !code;
  if (!code) code = copy_pieces(array, copy);
  if (!code) code = context->backend->event_record(array->flight->arrival, queue);
  if (vfi_ranging) vfi_wiring.copy_ends();
  if (code) {
    if (begun)
      (void)context->backend->queue_wait(queue); /* a part of the copy may be queued; the first failure counts */
    return vfi_fail(code == context->backend->out_of_memory ? VF_ERROR_MEMORY : VF_ERROR_DEVICE,
                    "%s: queueing a copy of '%s' to the %s failed: %s", context->name, array->label,
                    copy == VF_COPY_TO_DEVICE ? "device" : "host", context->backend->error_text(code));
  }
  take_off(array, copy);
  *flies = true;
  return VF_OK;
}

/* ---- Accesses of arrays in the air ------------------------------------------------------------------------------- */

void vfi_flight_ask(const vfi_array *array, vf_side side, vf_intent intent)
{
  unsigned *asked = &array->flight->asked;
  if (side == VF_HOST) *asked |= intent == VF_READ ? VF_ASKS_HOST : VF_ASKS_HOST | VF_ASKS_HOST_WRITE;
  else *asked |= intent == VF_READ ? VF_ASKS_DEVICE : VF_ASKS_DEVICE | VF_ASKS_DEVICE_WRITE;
}

/* Both sides are equal, unless someone has written since the start. */
static void arrive(vfi_array *array, vfi_copy_direction copy)
{
  const vfi_flight *flight = array->flight;
  if (!flight->counts || flight->writes != array->writes || array->by_parts) return;
  vfi_array_set_state(array, VF_STATE_BOTH);
  if (array->moved && !(flight->asked & VF_ASKS_COPY) && array->copy == copy) array->copy = VF_COPY_NONE;
}

static void leave_list(vfi_array *array)
{
  vfi_array **link = &array->context->flying;
  while (*link != array) link = &(*link)->flight->next;
  *link = array->flight->next;
}

vf_status vfi_flight_land(vfi_array *array)
{
  vfi_flight *flight = array->flight;
  if (!flight || flight->copy == VF_COPY_NONE) return VF_OK;
  const vfi_copy_direction copy = flight->copy;
  vf_status status = vfi_context_select(array->context);
  const int code = status ? 0 : array->context->backend->event_wait(flight->arrival);
  leave_list(array);
  flight->copy = VF_COPY_NONE;
  if (!status && !code) {
    if (copy == VF_COPY_TO_HOST) bring_ends(array);
    arrive(array, copy);
    return VF_OK;
  }
  (void)array->context->backend->queue_wait(
      *queue_of(array->context, copy)); /* the memory may be freed after this call */
  if (copy == VF_COPY_TO_DEVICE && array->state == VF_STATE_BOTH) vfi_array_set_state(array, VF_STATE_HOST);
  if (status || code == VF_PEER_LOST) return status ? status : VF_ERROR_PEER;
  return vfi_fail(VF_ERROR_DEVICE, "%s: the copy of '%s' to the %s, queued earlier, failed: %s", array->context->name,
                  array->label, copy == VF_COPY_TO_DEVICE ? "device" : "host",
                  array->context->backend->error_text(code));
}

/* Launches that are put into the queue from now on find the values of the copy. */
static vf_status join(vfi_array *array, const vf_queue *queue)
{
  vfi_flight *flight = array->flight;
  vf_context *context = array->context;
  const uint32_t bit = queue ? 2u << queue->slot : 1;
  if (!(flight->joined & bit)) {
    const int code = context->backend->queue_order(queue ? queue->native : context->main_queue, flight->arrival);
    if (code) return vfi_context_failure(context, code, "waiting for a copy");
    flight->joined |= bit;
  }
  if (flight->copy == VF_COPY_TO_DEVICE) arrive(array, VF_COPY_TO_DEVICE);
  else flight->counts = false; /* the launch makes the host's side old */
  return VF_OK;
}

static vf_status settle(vfi_array *array, const vf_queue *queue)
{
  vfi_flight *flight = array->flight;
  const unsigned asked = flight->asked;
  if (asked & VF_ASKS_DEVICE) flight->use_is_last = false;
  if (flight->copy == VF_COPY_NONE) return VF_OK;
  const bool to_host = flight->copy == VF_COPY_TO_HOST;
  if (asked & (VF_ASKS_COPY | (to_host ? VF_ASKS_HOST : VF_ASKS_HOST_WRITE))) {
    array->counters.waits++;
    array->context->counters.waits++;
    return vfi_flight_land(array);
  }
  return asked & (to_host ? VF_ASKS_DEVICE_WRITE : VF_ASKS_DEVICE) ? join(array, queue) : VF_OK;
}

vf_status vfi_flights_settle(const vfi_moves *moves)
{
  vf_status status = VF_OK;
  for (vfi_array *array = moves->first; array && !status; array = array->next_moved)
    if (array->flight) status = settle(array, moves->queue);
  return status;
}

vf_status vfi_flights_land(vf_context *context)
{
  vf_status first = VF_OK;
  while (context->flying) {
    const vf_status status = vfi_flight_land(context->flying);
    if (!first) first = status;
  }
  return first;
}

/* Without the event the next copy waits for all launches. */
static void note_use(const vfi_array *array)
{
  vfi_flight *flight = array->flight;
  if (!flight) return;
  flight->use_is_last = array->context->backend->event_record(flight->use, array->context->main_queue) == 0;
}

void vfi_flights_note_launch(const vfi_call *call, const vfi_checked *checked)
{
  for (int a = 0; a < call->kernel->description.argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count; v++) note_use(operand->arrays[v]);
  }
  if (checked->result) note_use(checked->result->array);
}

void vfi_flight_end(vfi_array *array)
{
  vfi_flight *flight = array->flight;
  const vf_backend *backend = array->context->backend;
  if (!flight) return;
  (void)vfi_flight_land(array); /* its values are given up */
  if (flight->ends) backend->release_shared(flight->ends);
  backend->event_destroy(flight->arrival);
  backend->event_destroy(flight->use);
  free(flight);
  array->flight = NULL;
  array->context->tracked--;
}

void vfi_flight_queues_end(vf_context *context)
{
  for (int q = 0; q < 2; q++)
    if (context->copy_queue_there[q]) (void)context->backend->queue_wait(context->copy_queues[q]);
  for (int q = 0; q < 2; q++)
    if (context->copy_queue_there[q]) context->backend->queue_destroy(context->copy_queues[q]);
}
