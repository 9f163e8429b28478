/* A back end that replaces the default context's back end. It counts, fails at a chosen call, and may delay its copies
 * as the queue of a GPU does: until the code waits for a later event or for the queue. */
#ifndef VIEWFAB_TESTS_WATCHED_BACKEND_H
#define VIEWFAB_TESTS_WATCHED_BACKEND_H

#include "common.h"
#include "context.h"

enum { MOST_LATE = 4096, FAILURE = 5 };

typedef struct late_copy {
  void *to;
  const void *from; /* NULL: an event */
  size_t bytes;
} late_copy;

static struct {
  const vf_backend *real;
  vf_backend table;
  vf_context *context;
  bool late, refuses_shared, refuses_events;
  int allocations, shared, shared_ends, events, event_ends, copies, queue_waits;
  int refused_allocation; /* 0: none */
  int packs, unpacks;
  int event_waits, marks, orders, locks, copy_queues; /* marks: events recorded in the queue of kernels */
  bool refuses_locks;
  int fails_at; /* the number of the failing call, among the calls to move data or wait for data; 0: none */
  int calls;
  int failures; /* of calls by attempt() */
  late_copy waiting[MOST_LATE];
  size_t queued, done;
} watched;

static inline bool watched_fails(void) { return ++watched.calls == watched.fails_at; }

/* Makes a call. A failure of the device has its text, and a second call makes it good. */
#define attempt(call)                                     \
  do {                                                    \
    if (call) {                                           \
      watched.failures++;                                 \
      assert_non_null(strstr(vf_last_error(), "failed")); \
      must(call);                                         \
    }                                                     \
  } while (0)

static inline void watched_do(size_t until)
{
  for (; watched.done < until; watched.done++) {
    const late_copy *copy = &watched.waiting[watched.done];
    if (copy->from) memcpy(copy->to, copy->from, copy->bytes);
  }
}

static inline int watched_copy(void *to, const void *from, size_t bytes, void *queue, bool up)
{
  watched.copies++;
  if (watched_fails()) return FAILURE;
  if (!watched.late)
    return up ? watched.real->copy_to_device(to, from, bytes, queue)
              : watched.real->copy_to_host(to, from, bytes, queue);
  assert_true(watched.queued < MOST_LATE);
  watched.waiting[watched.queued++] = (late_copy){ to, from, bytes };
  return 0;
}

static int watched_up(void *to, const void *from, size_t bytes, void *queue)
{
  return watched_copy(to, from, bytes, queue, true);
}

static int watched_down(void *to, const void *from, size_t bytes, void *queue)
{
  return watched_copy(to, from, bytes, queue, false);
}

static int watched_queue_wait(void *queue)
{
  watched.queue_waits++;
  watched_do(watched.queued);
  watched.queued = watched.done = 0;
  if (watched_fails()) return FAILURE;
  return watched.real->queue_wait(queue);
}

/* The handle of a late event is the number of operations queued before the event. */
static int watched_event_create(void **event)
{
  if (watched.refuses_events && watched.events == 2) return FAILURE;
  watched.events++;
  if (!watched.late) return watched.real->event_create(event);
  *event = calloc(1, sizeof(size_t));
  return *event ? 0 : FAILURE;
}

static int watched_event_destroy(void *event)
{
  watched.event_ends++;
  if (!watched.late) return watched.real->event_destroy(event);
  free(event);
  return 0;
}

static int watched_event_record(void *event, void *queue)
{
  watched.marks += queue == watched.context->main_queue;
  if (watched_fails()) return FAILURE;
  if (!watched.late) return watched.real->event_record(event, queue);
  *(size_t *)event = watched.queued;
  return 0;
}

static int watched_event_wait(void *event)
{
  watched.event_waits++;
  if (watched_fails()) return FAILURE;
  if (!watched.late) return watched.real->event_wait(event);
  watched_do(*(size_t *)event);
  return 0;
}

static int watched_copy_queue_create(void **queue)
{
  watched.copy_queues++;
  if (watched_fails()) return FAILURE;
  return watched.real->copy_queue_create(queue);
}

static int watched_queue_order(void *queue, void *event)
{
  watched.orders++;
  if (watched_fails()) return FAILURE;
  return watched.real->queue_order(queue, event);
}

/* The page lock of a device that takes copies of locked memory alone. */
static inline int watched_lock(void *host, size_t bytes)
{
  (void)host;
  (void)bytes;
  if (watched.refuses_locks) return FAILURE;
  watched.locks++;
  return 0;
}

static inline int watched_unlock(void *host)
{
  (void)host;
  watched.locks--;
  return 0;
}

/* Packs and unpacks at once: the tests of packed copies have copies made at once. */
static int watched_unpack(void *array, const void *packed, const vf_packing *packing, int64_t first, int64_t count,
                          void *queue)
{
  watched.unpacks++;
  if (watched_fails()) return FAILURE;
  return watched.real->unpack_boxes(array, packed, packing, first, count, queue);
}

static int watched_pack(void *packed, const void *array, const vf_packing *packing, int64_t first, int64_t count,
                        void *queue)
{
  watched.packs++;
  if (watched_fails()) return FAILURE;
  return watched.real->pack_boxes(packed, array, packing, first, count, queue);
}

static int watched_allocate(void **address, size_t bytes)
{
  if (++watched.allocations == watched.refused_allocation) return watched.real->out_of_memory;
  return watched.real->allocate(address, bytes);
}

static int watched_shared(void **address, size_t bytes)
{
  if (watched.refuses_shared) return FAILURE;
  watched.shared++;
  return watched.real->allocate_shared(address, bytes);
}

static int watched_shared_end(void *address)
{
  watched.shared_ends++;
  return watched.real->release_shared(address);
}

/* Opens the device again, with VF_STAGING as given, and watches it. late: on the host's mirror only. */
static inline void watch(const char *staging, bool late)
{
  must(vf_finalize());
  if (staging) setenv("VF_STAGING", staging, 1);
  else unsetenv("VF_STAGING");
  must(vf_init(NULL));
  memset(&watched, 0, sizeof watched);
  must(vf_context_default(&watched.context));
  watched.real = watched.context->backend;
  watched.late = late && !on_gpu();
  watched.table = *watched.real;
  watched.table.copy_to_device = watched_up;
  watched.table.copy_to_host = watched_down;
  watched.table.queue_wait = watched_queue_wait;
  watched.table.event_create = watched_event_create;
  watched.table.event_destroy = watched_event_destroy;
  watched.table.event_record = watched_event_record;
  watched.table.event_wait = watched_event_wait;
  watched.table.copy_queue_create = watched_copy_queue_create;
  watched.table.queue_order = watched_queue_order;
  watched.table.pack_boxes = watched_pack;
  watched.table.unpack_boxes = watched_unpack;
  watched.table.allocate = watched_allocate;
  watched.table.allocate_shared = watched_shared;
  watched.table.release_shared = watched_shared_end;
  watched.context->backend = &watched.table;
}

#endif
