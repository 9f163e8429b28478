#include "late_copies.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct late_queue late_queue;

/* A moment in a queue: behind its first so many works. No queue: the moment is over. */
typedef struct moment {
  late_queue *queue;
  uint64_t works;
} moment;

/* A call, a copy or, if `run` and `to` are NULL, a wait for a moment in another queue. */
typedef struct work {
  int (*run)(void *what);
  void *to; /* run: `what` */
  const void *from;
  size_t bytes;
  moment after;
} work;

struct late_queue {
  work *works; /* not done */
  size_t count, room;
  uint64_t done;    /* works done so far */
  int failed;       /* code of a call; 0: none since the last wait */
  bool of_copies;   /* and of nothing else */
  late_queue *next; /* list of all queues */
};

typedef struct late_event {
  moment at;
  struct late_event *next; /* list of all events */
} late_event;

/* Threads of the code may make copies of different arrays at once. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static late_event *events;
static late_queue *queues;

/* Does the works of a queue until a moment, and those that they wait for. A wait is for a moment that was there before the
 * wait, so there is no circle. */
static void reach(const moment *until)
{
  late_queue *queue = until->queue;
  while (queue && queue->count && queue->done < until->works) {
    const work next = queue->works[0];
    memmove(queue->works, queue->works + 1, --queue->count * sizeof *queue->works);
    queue->done++;
    if (next.run) {
      const int code = next.run(next.to);
      if (!queue->failed) queue->failed = code;
    } else if (next.to) {
      memcpy(next.to, next.from, next.bytes);
    } else {
      reach(&next.after);
      if (next.after.queue && !queue->failed) queue->failed = next.after.queue->failed;
    }
  }
}

static moment end_of(late_queue *queue) { return (moment){ queue, queue ? queue->done + queue->count : 0 }; }

static int add(late_queue *queue, const work *one)
{
  if (queue->count == queue->room) {
    const size_t room = queue->room ? 2 * queue->room : 16;
    work *grown = realloc(queue->works, room * sizeof *grown);
    if (!grown) return ENOMEM;
    queue->works = grown;
    queue->room = room;
  }
  queue->works[queue->count++] = *one;
  return 0;
}

int vfi_late_queue_create(void **queue)
{
  late_queue *made = calloc(1, sizeof *made);
  *queue = made;
  if (!made) return ENOMEM;
  pthread_mutex_lock(&lock);
  made->next = queues;
  queues = made;
  pthread_mutex_unlock(&lock);
  return 0;
}

int vfi_late_copy_queue_create(void **queue)
{
  const int code = vfi_late_queue_create(queue);
  if (!code) ((late_queue *)*queue)->of_copies = true;
  return code;
}

bool vfi_late_is_of_copies(const void *queue) { return queue && ((const late_queue *)queue)->of_copies; }

void vfi_late_catch_up_all(void)
{
  pthread_mutex_lock(&lock);
  for (late_queue *queue = queues; queue; queue = queue->next) {
    const moment end = end_of(queue);
    reach(&end);
  }
  pthread_mutex_unlock(&lock);
}

int vfi_late_call(int (*run)(void *what), void *what, void *queue)
{
  const work call = { .run = run, .to = what };
  pthread_mutex_lock(&lock);
  const int code = add(queue, &call);
  pthread_mutex_unlock(&lock);
  return code;
}

int vfi_late_queue_wait(void *queue)
{
  pthread_mutex_lock(&lock);
  const moment end = end_of(queue);
  reach(&end);
  late_queue *const late = queue;
  const int code = late ? late->failed : 0;
  if (late) late->failed = 0;
  pthread_mutex_unlock(&lock);
  return code;
}

int vfi_late_queue_destroy(void *queue)
{
  if (!queue) return 0;
  vfi_late_queue_wait(queue);
  pthread_mutex_lock(&lock);
  for (late_event *event = events; event; event = event->next)
    if (event->at.queue == queue) event->at.queue = NULL;
  for (late_queue *other = queues; other; other = other->next)
    for (size_t w = 0; w < other->count; w++)
      if (other->works[w].after.queue == queue) other->works[w].after.queue = NULL;
  late_queue **link = &queues;
  while (*link != queue) link = &(*link)->next;
  *link = (*link)->next;
  pthread_mutex_unlock(&lock);
  free(((late_queue *)queue)->works);
  free(queue);
  return 0;
}

int vfi_late_copy(void *to, const void *from, size_t bytes, void *queue)
{
  const work copy = { .to = to, .from = from, .bytes = bytes };
  if (!bytes) return 0;
  if (!queue) {
    memcpy(to, from, bytes);
    return 0;
  }
  pthread_mutex_lock(&lock);
  const int code = add(queue, &copy);
  pthread_mutex_unlock(&lock);
  return code;
}

/* The next kernel runs as soon as it is launched, so a queue of kernels waits at once. */
int vfi_late_queue_order(void *queue, void *event)
{
  int code = 0;
  pthread_mutex_lock(&lock);
  const work wait = { .after = ((late_event *)event)->at };
  if (!queue) reach(&wait.after);
  else if (wait.after.queue && wait.after.queue != queue) code = add(queue, &wait);
  pthread_mutex_unlock(&lock);
  return code;
}

int vfi_late_event_create(void **event)
{
  late_event *made = calloc(1, sizeof *made);
  if (!made) return ENOMEM;
  pthread_mutex_lock(&lock);
  made->next = events;
  events = made;
  pthread_mutex_unlock(&lock);
  *event = made;
  return 0;
}

int vfi_late_event_destroy(void *event)
{
  pthread_mutex_lock(&lock);
  late_event **link = &events;
  while (*link != event) link = &(*link)->next;
  *link = (*link)->next;
  pthread_mutex_unlock(&lock);
  free(event);
  return 0;
}

int vfi_late_event_record(void *event, void *queue)
{
  pthread_mutex_lock(&lock);
  ((late_event *)event)->at = end_of(queue);
  pthread_mutex_unlock(&lock);
  return 0;
}

int vfi_late_event_wait(void *event)
{
  pthread_mutex_lock(&lock);
  reach(&((late_event *)event)->at);
  pthread_mutex_unlock(&lock);
  return 0;
}
