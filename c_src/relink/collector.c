#include "collector.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "track.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list of collectors; held before their own locks */
static vfi_collector *first;
static bool several; /* several threads have made calls */
static uint64_t tickets;

static _Thread_local vfi_collector *mine;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* At the end of a thread its calls stay in the collector, and another thread takes the collector. */
static void leave(void *collector) { __atomic_store_n(&((vfi_collector *)collector)->taken, false, __ATOMIC_RELEASE); }

static void make_key(void) { pthread_key_create(&at_end, leave); }

static vfi_collector *free_one(void)
{
  for (vfi_collector *c = first; c; c = c->next)
    if (!__atomic_load_n(&c->taken, __ATOMIC_ACQUIRE)) return c;
  vfi_collector *fresh = calloc(1, sizeof *fresh);
  if (!fresh) return NULL;
  if (first) __atomic_store_n(&several, true, __ATOMIC_RELEASE);
  /* behind all calls without a ticket of their own */
  __atomic_fetch_add(&tickets, 1, __ATOMIC_ACQ_REL);
  fresh->next = first;
  __atomic_store_n(&first, fresh, __ATOMIC_RELEASE);
  return fresh;
}

vfi_collector *vfi_collector_mine(void)
{
  if (mine) return mine;
  pthread_once(&once, make_key);
  pthread_mutex_lock(&lock);
  mine = free_one();
  if (mine) mine->taken = true;
  pthread_mutex_unlock(&lock);
  if (mine) pthread_setspecific(at_end, mine);
  return mine;
}

void vfi_collector_wait(vfi_collector *collector)
{
  for (int tries = 0; __atomic_test_and_set(&collector->locked, __ATOMIC_ACQUIRE); tries++)
    if (tries > 100) sched_yield();
}

static vf_status make_room(vfi_waiting **list, int *room, int wanted)
{
  if (wanted <= *room) return VF_OK;
  const int more = wanted > 1024 ? 2 * wanted : 1024;
  vfi_waiting *grown = realloc(*list, (size_t)more * sizeof *grown);
  if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", more);
  *list = grown;
  *room = more;
  return VF_OK;
}

bool vfi_collectors_alone(void) { return !__atomic_load_n(&several, __ATOMIC_ACQUIRE); }

/* So many calls need not wait for more: smooths of some boxes, or ghosts between them. More calls gain nothing, and
 * the device has no work meanwhile. The tiles of a call count once, up to a number. */
bool vfi_calls_are_many(int count, int changes)
{
  enum { MOST_CHANGES = 256, MOST_TILES = 1 << 14 };
  return changes >= MOST_CHANGES || count >= MOST_TILES;
}

static void append(vfi_collector *collector, vfi_prepared *call, const vf_box *box, uint64_t ticket)
{
  collector->changes += !collector->count || collector->list[collector->count - 1].call != call;
  collector->list[collector->count++] = (vfi_waiting){ call, *box, ticket };
  collector->last = call;
}

void vfi_collector_take_track(vfi_collector *collector, vfi_track *track)
{
  collector->track = track;
  collector->at = 1;
  collector->track_ticket = __atomic_load_n(&tickets, __ATOMIC_RELAXED);
}

static vfi_track *end_track(vfi_collector *collector)
{
  vfi_track *track = collector->track;
  if (track) collector->last = track->steps[collector->at - 1].call;
  collector->track = NULL;
  return track;
}

vf_status vfi_collector_leave_track(vfi_collector *collector)
{
  const int made = collector->track ? collector->at : 0;
  const vf_status status = make_room(&collector->list, &collector->room, made);
  if (status || !made) return status;
  const vfi_track *track = end_track(collector);
  for (int s = 0; s < made; s++) append(collector, track->steps[s].call, &track->steps[s].box, collector->track_ticket);
  return VF_OK;
}

vf_status vfi_collector_add(vfi_collector *collector, vfi_prepared *call, const vf_box *box)
{
  const vf_status status = make_room(&collector->list, &collector->room, collector->count + 1);
  if (status) return status;
  const uint64_t ticket = __atomic_load_n(&several, __ATOMIC_ACQUIRE)
                              ? __atomic_fetch_add(&tickets, 1, __ATOMIC_ACQ_REL)
                              : __atomic_load_n(&tickets, __ATOMIC_RELAXED);
  append(collector, call, box, ticket);
  return VF_OK;
}

vfi_collector *vfi_collectors_first(void) { return __atomic_load_n(&first, __ATOMIC_ACQUIRE); }

void vfi_collectors_stop(void)
{
  pthread_mutex_lock(&lock);
  for (vfi_collector *c = first; c; c = c->next) vfi_collector_hold(c);
}

void vfi_collectors_go(void)
{
  for (vfi_collector *c = first; c; c = c->next) vfi_collector_let_go(c);
  pthread_mutex_unlock(&lock);
}

/* ---- Taking them; all locks held ---- */

/* Number of calls of a kernel at the end of a list. */
static int tail_of(const vfi_collector *c, const vf_kernel *kernel)
{
  int tail = 0;
  while (kernel && tail < c->count && c->list[c->count - 1 - tail].call->signature.symbol->kernel == kernel) tail++;
  return tail;
}

/* True if all remaining calls came behind all calls to take. */
static bool tails_are_behind(const vf_kernel *kernel)
{
  uint64_t taken = 0, left = UINT64_MAX;
  for (const vfi_collector *c = first; c; c = c->next) {
    const int tail = tail_of(c, kernel);
    if (tail < c->count && c->list[c->count - 1 - tail].ticket > taken) taken = c->list[c->count - 1 - tail].ticket;
    if (tail && c->list[c->count - tail].ticket < left) left = c->list[c->count - tail].ticket;
  }
  return taken < left || !several;
}

static void give(vfi_collector *c, int tail)
{
  vfi_waiting *list = c->given;
  const int room = c->given_room;
  c->given = c->list;
  c->given_room = c->room;
  c->given_count = c->count - tail;
  if (tail) memcpy(list, c->given + c->given_count, (size_t)tail * sizeof *list);
  c->list = list;
  c->room = room;
  c->count = c->changes = tail;
}

/* A whole track of the only thread; else NULL. */
static vfi_track *whole_track(void)
{
  return first && !first->next && first->track && first->at == first->track->count ? end_track(first) : NULL;
}

vf_status vfi_collectors_take(const vf_kernel *but, vfi_track **track)
{
  vf_status status = VF_OK;
  vfi_collectors_stop();
  *track = whole_track();
  for (vfi_collector *c = first; c && !status; c = c->next) status = vfi_collector_leave_track(c);
  if (but && !tails_are_behind(but)) but = NULL;
  for (vfi_collector *c = first; c && !status; c = c->next)
    status = make_room(&c->given, &c->given_room, tail_of(c, but));
  for (vfi_collector *c = first; c && !status; c = c->next) give(c, tail_of(c, but));
  vfi_collectors_go();
  return status;
}
