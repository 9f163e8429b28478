#include "collector.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the list of collectors; held before their own locks */
static vf_collector *first;
static bool several; /* more than one thread has made calls */
static uint64_t tickets;

static _Thread_local vf_collector *mine;
static pthread_key_t at_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The thread's calls go on waiting; another thread takes the collector over. */
static void leave(void *collector) { __atomic_store_n(&((vf_collector *)collector)->taken, false, __ATOMIC_RELEASE); }

static void make_key(void) { pthread_key_create(&at_end, leave); }

static vf_collector *free_one(void)
{
  for (vf_collector *c = first; c; c = c->next)
    if (!__atomic_load_n(&c->taken, __ATOMIC_ACQUIRE)) return c;
  vf_collector *fresh = calloc(1, sizeof *fresh);
  if (!fresh) return NULL;
  if (first) __atomic_store_n(&several, true, __ATOMIC_RELEASE);
  /* behind all calls that were added without a ticket */
  __atomic_fetch_add(&tickets, 1, __ATOMIC_ACQ_REL);
  fresh->next = first;
  __atomic_store_n(&first, fresh, __ATOMIC_RELEASE);
  return fresh;
}

vf_collector *vf_collector_mine(void)
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

void vf_collector_wait(vf_collector *collector)
{
  for (int tries = 0; __atomic_test_and_set(&collector->held, __ATOMIC_ACQUIRE); tries++)
    if (tries > 100) sched_yield();
}

static vf_status make_room(vf_waiting **list, int *room, int wanted)
{
  if (wanted <= *room) return VF_OK;
  const int more = wanted > 1024 ? 2 * wanted : 1024;
  vf_waiting *grown = realloc(*list, (size_t)more * sizeof *grown);
  if (!grown) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", more);
  *list = grown;
  *room = more;
  return VF_OK;
}

vf_status vf_collector_add(vf_collector *collector, vf_prepared *call, const vf_box *box)
{
  const vf_status status = make_room(&collector->list, &collector->room, collector->count + 1);
  if (status) return status;
  const uint64_t ticket = __atomic_load_n(&several, __ATOMIC_ACQUIRE)
                              ? __atomic_fetch_add(&tickets, 1, __ATOMIC_ACQ_REL)
                              : __atomic_load_n(&tickets, __ATOMIC_RELAXED);
  collector->changes += !collector->count || collector->list[collector->count - 1].call != call;
  collector->list[collector->count++] = (vf_waiting){ call, *box, ticket };
  collector->last = call;
  return VF_OK;
}

vf_collector *vf_collectors_first(void) { return __atomic_load_n(&first, __ATOMIC_ACQUIRE); }

void vf_collectors_stop(void)
{
  pthread_mutex_lock(&lock);
  for (vf_collector *c = first; c; c = c->next) vf_collector_hold(c);
}

void vf_collectors_go(void)
{
  for (vf_collector *c = first; c; c = c->next) vf_collector_let_go(c);
  pthread_mutex_unlock(&lock);
}

/* ---- Taking them; all locks held ---- */

/* Number of calls at the end of a list that belong to one kernel. */
static int tail_of(const vf_collector *c, const vf_kernel *kernel)
{
  int tail = 0;
  while (kernel && tail < c->count && c->list[c->count - 1 - tail].call->signature.symbol->kernel == kernel) tail++;
  return tail;
}

/* True if all calls that would stay came behind all calls that would be taken. */
static bool tails_are_behind(const vf_kernel *kernel)
{
  uint64_t taken = 0, left = UINT64_MAX;
  for (const vf_collector *c = first; c; c = c->next) {
    const int tail = tail_of(c, kernel);
    if (tail < c->count && c->list[c->count - 1 - tail].ticket > taken) taken = c->list[c->count - 1 - tail].ticket;
    if (tail && c->list[c->count - tail].ticket < left) left = c->list[c->count - tail].ticket;
  }
  return taken < left || !several;
}

static void give(vf_collector *c, int tail)
{
  vf_waiting *list = c->given;
  const int room = c->given_room;
  c->given = c->list;
  c->given_room = c->room;
  c->given_count = c->count - tail;
  if (tail) memcpy(list, c->given + c->given_count, (size_t)tail * sizeof *list);
  c->list = list;
  c->room = room;
  c->count = c->changes = tail;
}

vf_status vf_collectors_take(const vf_kernel *but)
{
  vf_status status = VF_OK;
  vf_collectors_stop();
  if (but && !tails_are_behind(but)) but = NULL;
  for (vf_collector *c = first; c && !status; c = c->next)
    status = make_room(&c->given, &c->given_room, tail_of(c, but));
  for (vf_collector *c = first; c && !status; c = c->next) give(c, tail_of(c, but));
  vf_collectors_go();
  return status;
}
