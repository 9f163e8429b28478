/* Public calls: queues of kernels beside the own queue of a context. */
#include <stdlib.h>

#include "error.h"
#include "hooks.h"
#include "queues.h"
#include "seconds.h"
#include "text.h"

_Thread_local vf_queue *vfi_queue_in_use;

static vf_queue *open_queues; /* of all contexts */
static _Thread_local vf_queue *outer[VF_MOST_NESTED_QUEUES];
static _Thread_local int nested;

/* Lock held. */
static vf_status check_open(const vf_queue *queue, const char *who)
{
  const vf_queue *open = open_queues;
  if (!queue) return vfi_fail(VF_ERROR_NULL, "%s: the queue is NULL", who);
  while (open && open != queue) open = open->next;
  return open ? VF_OK : vfi_fail(VF_ERROR_STATE, "%s: the queue was destroyed", who);
}

vf_status vfi_queue_check(const vfi_call *call, const vfi_checked *checked)
{
  if (vfi_queue_in_use->context == checked->context) return VF_OK;
  return vfi_fail(VF_ERROR_CONTEXT,
                  "vf_%s: the arrays belong to a context on %s, and the queue '%s' in use to another context on %s",
                  call->kernel->description.name, checked->context->name, vfi_queue_in_use->label,
                  vfi_queue_in_use->context->name);
}

/* ---- Creation ---- */

/* The table of a context with its first queue. */
static vf_status ready(vf_context *context)
{
  if (context->queues) return VF_OK;
  vfi_queues *queues = calloc(1, sizeof *queues);
  if (!queues) return vfi_fail(VF_ERROR_MEMORY, "no host memory for queues");
  const int code = context->backend->event_create(&queues->own_event);
  if (code) {
    free(queues);
    return vfi_context_failure(context, code, "creating an event");
  }
  queues->own_shared = context->queue_given;
  __atomic_store_n(&context->queues, queues, __ATOMIC_RELEASE);
  return VF_OK;
}

/* Frees a queue with so many events: those of launches, then the last. */
static void free_queue(vf_queue *queue, int events)
{
  for (int e = 0; e < events; e++)
    queue->context->backend->event_destroy(e < VF_QUEUE_EVENTS ? queue->events[e] : queue->end);
  queue->context->backend->queue_destroy(queue->native);
  free(queue);
}

static vf_status fill(vf_queue *queue)
{
  const vf_backend *backend = queue->context->backend;
  int code = backend->queue_create(&queue->native), events = 0;
  if (code) {
    const vf_status status = vfi_context_failure(queue->context, code, "creating a queue");
    free(queue);
    return status;
  }
  while (!code && events <= VF_QUEUE_EVENTS) {
    code = backend->event_create(events < VF_QUEUE_EVENTS ? &queue->events[events] : &queue->end);
    events += !code;
  }
  if (!code) return VF_OK;
  const vf_status status = vfi_context_failure(queue->context, code, "creating an event");
  free_queue(queue, events);
  return status;
}

static vf_status create_locked(vf_context *context, const char *label, vf_queue **created)
{
  int slot = 0;
  vf_status status = ready(context);
  if (!status) status = vfi_context_select(context);
  if (status) return status;
  while (slot < VF_MOST_QUEUES && context->queues->at[slot]) slot++;
  if (slot == VF_MOST_QUEUES)
    return vfi_fail(VF_ERROR_STATE, "vf_queue_create('%s'): the context has %d queues already", label, VF_MOST_QUEUES);
  vf_queue *queue = calloc(1, sizeof *queue);
  if (!queue) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the queue '%s'", label);
  queue->context = context;
  vfi_text_copy_label(queue->label, sizeof queue->label, label);
  status = fill(queue);
  if (status) return status;
  vfi_queues_add(queue, slot);
  queue->next = open_queues;
  open_queues = queue;
  *created = queue;
  return VF_OK;
}

vf_status vf_queue_create(vf_context *context, const char *label, vf_queue **queue)
{
  if (!queue) return vfi_fail(VF_ERROR_NULL, "vf_queue_create: queue is NULL");
  *queue = NULL;
  vf_status status = vfi_context_resolve(&context);
  if (status) return status;
  vfi_lock();
  status = create_locked(context, label ? label : "unnamed", queue);
  vfi_unlock();
  return status;
}

/* ---- The end ---- */

/* Ends a queue without work. */
static void end(vf_queue *queue)
{
  vf_queue **link = &open_queues;
  while (*link != queue) link = &(*link)->next;
  *link = queue->next;
  vfi_queues_remove(queue);
  for (vfi_buffer *buffer = queue->context->buffers; buffer; buffer = buffer->next)
    if (buffer->queue == queue) buffer->queue = NULL;
  free_queue(queue, VF_QUEUE_EVENTS + 1);
}

static vf_status refuse_begun(const vf_queue *queue, const char *what)
{
  const char *hint = queue->begins > 1 ? ": is an end missing in a loop?" : "";
  return vfi_fail(VF_ERROR_STATE,
                  "%s: the queue '%s' has %d begin%s without an end (vf_queue_end, in Fortran call q%%end())%s", what,
                  queue->label, queue->begins, queue->begins > 1 ? "s" : "", hint);
}

static vf_status destroy_locked(vf_queue *queue)
{
  vf_status status = check_open(queue, "vf_queue_destroy");
  if (status) return status;
  if (queue->begins) return refuse_begun(queue, "vf_queue_destroy");
  vf_context *context = queue->context;
  status = vfi_context_select(context);
  (void)vfi_context_queue(context); /* a wait of the own queue tells of failures too */
  const int code = vfi_queue_await(queue);
  if (!status && code) status = vfi_context_failure(context, code, "a kernel queued earlier");
  end(queue);
  return status;
}

vf_status vf_queue_destroy(vf_queue *queue)
{
  if (!queue) return VF_OK;
  vfi_lock();
  const vf_status status = destroy_locked(queue);
  vfi_unlock();
  return status;
}

vf_status vfi_queues_check_free(const vf_context *context, const char *what)
{
  for (const vf_queue *queue = open_queues; queue; queue = queue->next)
    if (queue->context == context && queue->begins) return refuse_begun(queue, what);
  return VF_OK;
}

void vfi_queues_end(vf_context *context)
{
  if (!context->queues) return;
  for (int s = 0; s < VF_MOST_QUEUES; s++)
    if (context->queues->at[s]) end(context->queues->at[s]);
  context->backend->event_destroy(context->queues->own_event);
  free(context->queues);
  context->queues = NULL;
}

/* ---- Use ---- */

static vf_status begin_locked(vf_queue *queue)
{
  const vf_status status = check_open(queue, "vf_queue_begin");
  if (status) return status;
  if (nested == VF_MOST_NESTED_QUEUES)
    return vfi_fail(VF_ERROR_STATE, "vf_queue_begin('%s'): this thread has %d begins without an end already",
                    queue->label, VF_MOST_NESTED_QUEUES);
  outer[nested++] = vfi_queue_in_use;
  vfi_queue_in_use = queue;
  queue->begins++;
  return VF_OK;
}

vf_status vf_queue_begin(vf_queue *queue)
{
  vfi_lock();
  const vf_status status = begin_locked(queue);
  vfi_unlock();
  return status;
}

static vf_status end_locked(vf_queue *queue)
{
  const vf_status status = check_open(queue, "vf_queue_end");
  if (status) return status;
  if (!vfi_queue_in_use) return vfi_fail(VF_ERROR_STATE, "vf_queue_end('%s'): this thread uses no queue", queue->label);
  if (vfi_queue_in_use != queue)
    return vfi_fail(VF_ERROR_STATE, "vf_queue_end('%s'): the queue '%s' was begun later and has no end yet",
                    queue->label, vfi_queue_in_use->label);
  queue->begins--;
  vfi_queue_in_use = outer[--nested];
  return VF_OK;
}

vf_status vf_queue_end(vf_queue *queue)
{
  vfi_lock();
  const vf_status status = end_locked(queue);
  vfi_unlock();
  return status;
}

/* The queue cannot end meanwhile, as if it was in use. */
static vf_status begin_wait(vf_queue *queue)
{
  vf_status status = check_open(queue, "vf_queue_wait");
  if (!status) status = vfi_context_select(queue->context);
  if (!status) queue->begins++;
  return status;
}

vf_status vf_queue_wait(vf_queue *queue)
{
  vfi_lock();
  const vf_status status = begin_wait(queue);
  vfi_unlock();
  if (status) return status;
  vf_context *context = queue->context;
  const double begin = vfi_profiling ? vfi_seconds() : 0;
  const int code = vfi_queue_await(queue);
  vfi_lock();
  context->counters.waits++;
  queue->begins--;
  vfi_unlock();
  if (vfi_profiling) vfi_wiring.code_waited(vfi_seconds() - begin);
  return code ? vfi_context_failure(context, code, "a kernel queued earlier") : VF_OK;
}
