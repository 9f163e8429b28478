#include "queues.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "text.h"

/* Order between queues is noted with and without the lock of the library held; this lock is inside of that one. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static vfi_queues *queues_of(const vf_context *context) { return __atomic_load_n(&context->queues, __ATOMIC_ACQUIRE); }

/* ---- Waits between queues; the lock inside is held ---- */

/* Without an order on the device the host waits. */
static int follow(const vf_backend *backend, void *native, void *event)
{
  return backend->queue_order(native, event) ? backend->event_wait(event) : 0;
}

/* Has a native queue wait for a launch of a queue.
 *   seen  of the waiting queue; NULL: not kept */
static int follow_launch(const vf_context *context, void *native, int slot, uint64_t launch, uint64_t *seen)
{
  const vfi_queues *queues = queues_of(context);
  if (!queues->at[slot] || !launch || (seen && seen[slot] >= launch)) return 0;
  const int code = follow(context->backend, native, queues->at[slot]->events[launch % VF_QUEUE_EVENTS]);
  if (!code && seen) seen[slot] = launch;
  return code;
}

static int follow_array(const vf_context *context, void *native, const vfi_array *array, bool writes, uint64_t *seen)
{
  int code = 0;
  for (int s = 0; array->queue_uses && s < VF_MOST_QUEUES && !code; s++)
    code = follow_launch(context, native, s, writes ? array->queue_uses->used[s] : array->queue_uses->wrote[s], seen);
  return code;
}

static _Thread_local char this_thread; /* its address tells threads apart */

static void note_own(vfi_queues *queues)
{
  if (queues->own_user && queues->own_user != &this_thread) queues->own_shared = true;
  queues->own_user = &this_thread;
  queues->own_uses++;
}

/* ---- The own queue of a context ---- */

void *vfi_queues_join(const vf_context *context)
{
  vfi_queues *queues = queues_of(context);
  pthread_mutex_lock(&mutex);
  note_own(queues);
  for (int s = 0; s < VF_MOST_QUEUES; s++)
    (void)follow_launch(context, context->main_queue, s, queues->launches[s],
                        queues->seen); /* the host has waited then */
  pthread_mutex_unlock(&mutex);
  return context->main_queue;
}

void vfi_queues_note_own(const vf_context *context)
{
  if (!queues_of(context)) return;
  pthread_mutex_lock(&mutex);
  note_own(queues_of(context));
  pthread_mutex_unlock(&mutex);
}

void vfi_queues_share_own(vf_context *context)
{
  if (queues_of(context)) queues_of(context)->own_shared = true;
  context->queue_given = true;
}

vf_status vfi_queue_follow_own(vf_queue *queue)
{
  if (!queue) return VF_OK;
  vf_context *context = queue->context;
  vfi_queues *queues = queues_of(context);
  int code = 0;
  pthread_mutex_lock(&mutex);
  if (queues->own_shared || queues->own_user != &this_thread || queue->own_seen != queues->own_uses) {
    code = context->backend->event_record(queues->own_event, context->main_queue);
    if (!code) code = follow(context->backend, queue->native, queues->own_event);
    else code = context->backend->queue_wait(context->main_queue);
    if (!code) queue->own_seen = queues->own_uses;
  }
  pthread_mutex_unlock(&mutex);
  return code ? vfi_context_failure(context, code, "waiting for earlier work") : VF_OK;
}

/* ---- Copies ---- */

int vfi_queues_order_copy(const vfi_array *array, vfi_copy_direction copy, void *native)
{
  if (!array->queue_uses) return 0;
  pthread_mutex_lock(&mutex);
  const int code = follow_array(array->context, native, array, copy == VF_COPY_TO_DEVICE, NULL);
  pthread_mutex_unlock(&mutex);
  return code;
}

int vfi_queues_order_own(const vfi_array *array, vfi_copy_direction copy)
{
  vfi_queues *queues = queues_of(array->context);
  int code = 0;
  if (!queues) return 0;
  pthread_mutex_lock(&mutex);
  note_own(queues);
  if (array->queue_uses)
    code = follow_array(array->context, array->context->main_queue, array, copy == VF_COPY_TO_DEVICE, queues->seen);
  pthread_mutex_unlock(&mutex);
  return code;
}

/* ---- Launches in a queue ---- */

vf_queue *vfi_queue_of_call(const vfi_call *call, const vfi_checked *checked)
{
  vf_queue *const queue = vfi_queue_in_use;
  if (!queue || queue->context != checked->context || checked->context->backend->aliases_host) return NULL;
  const vfi_kernel_description *kernel = &call->kernel->description;
  if (kernel->remote_forms || kernel->checks_bounds) return NULL;
  for (int a = 0; a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    for (int v = 0; operand && v < operand->count; v++)
      if (operand->arrays[v]->remote) return NULL;
  }
  return queue;
}

/* Calls a function with each array that a call uses on the device. */
typedef int (*array_function)(vf_queue *queue, vfi_array *array, bool writes);
static int for_arrays(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points,
                      array_function function)
{
  const vfi_kernel_description *kernel = &call->kernel->description;
  int code = 0;
  for (int a = 0; points && a < kernel->argument_count; a++) {
    const vfi_operand *operand = checked->operands[a];
    const bool writes = kernel->arguments[a].intent != VF_ARGUMENT_READ;
    for (int v = 0; operand && v < operand->count && !code; v++) code = function(queue, operand->arrays[v], writes);
  }
  return code || !checked->result ? code : function(queue, checked->result->array, true);
}

static int ready(vf_queue *queue, vfi_array *array, bool writes)
{
  (void)queue, (void)writes;
  if (!array->queue_uses) array->queue_uses = calloc(1, sizeof *array->queue_uses);
  return !array->queue_uses;
}

static int order(vf_queue *queue, vfi_array *array, bool writes)
{
  return follow_array(queue->context, queue->native, array, writes, queue->seen);
}

static int note(vf_queue *queue, vfi_array *array, bool writes)
{
  const uint64_t launch = queues_of(queue->context)->launches[queue->slot];
  array->queue_uses->used[queue->slot] = launch;
  if (writes) array->queue_uses->wrote[queue->slot] = launch;
  return 0;
}

vf_status vfi_queue_order_call(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points)
{
  if (for_arrays(queue, call, checked, points, ready))
    return vfi_fail(VF_ERROR_MEMORY, "%s: no host memory for the order of kernels in queue '%s'",
                    call->kernel->description.name, queue->label);
  pthread_mutex_lock(&mutex);
  const int code = for_arrays(queue, call, checked, points, order);
  pthread_mutex_unlock(&mutex);
  return code ? vfi_context_failure(queue->context, code, "waiting for a kernel of another queue") : VF_OK;
}

int vfi_queue_note_call(vf_queue *queue, const vfi_call *call, const vfi_checked *checked, bool points)
{
  const vf_backend *backend = queue->context->backend;
  vfi_queues *queues = queues_of(queue->context);
  pthread_mutex_lock(&mutex);
  const uint64_t launch = ++queues->launches[queue->slot];
  int code = backend->event_record(queue->events[launch % VF_QUEUE_EVENTS], queue->native);
  if (code) code = backend->queue_wait(queue->native); /* the event is over, or behind an earlier launch */
  (void)for_arrays(queue, call, checked, points, note);
  pthread_mutex_unlock(&mutex);
  return code;
}

/* A device that waits for other ranks has to be asked for the end of an event: a wait for the queue would not end with a lost rank. */
int vfi_queue_await(vf_queue *queue)
{
  const vf_backend *backend = queue->context->backend;
  int code = backend->peers ? backend->event_record(queue->end, queue->native) : 0;
  if (!code && backend->peers) code = backend->event_wait(queue->end);
  return code ? code : backend->queue_wait(queue->native);
}

/* ---- The life of queues ---- */

void vfi_queues_add(vf_queue *queue, int slot)
{
  vfi_queues *queues = queues_of(queue->context);
  pthread_mutex_lock(&mutex);
  queue->slot = slot;
  for (int s = 0; s < VF_MOST_QUEUES; s++) {
    queue->seen[s] = queues->at[s] ? 0 : queues->launches[s];
    if (queues->at[s]) queues->at[s]->seen[slot] = queues->launches[slot];
  }
  queue->seen[slot] = UINT64_MAX; /* launches of a queue are in order */
  queue->own_seen = UINT64_MAX;
  queues->at[slot] = queue;
  pthread_mutex_unlock(&mutex);
}

void vfi_queues_remove(const vf_queue *queue)
{
  pthread_mutex_lock(&mutex);
  queues_of(queue->context)->at[queue->slot] = NULL;
  pthread_mutex_unlock(&mutex);
}
