#include "table.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A list is replaced, never changed, while readers may be in it. */
typedef struct table {
  size_t count;
  vfi_watch *watches[];
} table;

static _Atomic(table *) current;
static atomic_int readers;
static atomic_bool stopped;

bool vfi_table_is_empty(void) { return !atomic_load_explicit(&current, memory_order_acquire); }

/* The place of the first watch with an end behind the address. */
static size_t place_of(const table *list, const char *address)
{
  size_t low = 0, high = list->count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const vfi_watch *watch = list->watches[middle];
    if ((uintptr_t)watch->host + watch->bytes <= (uintptr_t)address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void replace(table *next)
{
  table *old = atomic_exchange(&current, next);
  while (atomic_load(&readers)) sched_yield();
  free(old);
}

bool vfi_table_add(vfi_watch *watch)
{
  const table *old = atomic_load(&current);
  const size_t count = old ? old->count : 0, place = old ? place_of(old, watch->host) : 0;
  table *next = malloc(sizeof *next + (count + 1) * sizeof(vfi_watch *));
  if (!next) return false;
  if (place) memcpy(next->watches, old->watches, place * sizeof(vfi_watch *));
  next->watches[place] = watch;
  if (count > place) memcpy(next->watches + place + 1, old->watches + place, (count - place) * sizeof(vfi_watch *));
  next->count = count + 1;
  replace(next);
  return true;
}

/* Without memory for a smaller list the old list loses the watch in place, while readers wait outside. */
static void remove_in_place(table *list, size_t place)
{
  vfi_table_stop();
  list->count--;
  memmove(list->watches + place, list->watches + place + 1, (list->count - place) * sizeof(vfi_watch *));
  vfi_table_go_on();
}

void vfi_table_remove(const vfi_watch *watch)
{
  table *old = atomic_load(&current);
  const size_t place = place_of(old, watch->host);
  if (old->count == 1) {
    replace(NULL);
    return;
  }
  table *next = malloc(sizeof *next + (old->count - 1) * sizeof(vfi_watch *));
  if (!next) {
    remove_in_place(old, place);
    return;
  }
  memcpy(next->watches, old->watches, place * sizeof(vfi_watch *));
  memcpy(next->watches + place, old->watches + place + 1, (old->count - 1 - place) * sizeof(vfi_watch *));
  next->count = old->count - 1;
  replace(next);
}

vfi_watch *vfi_table_enter(const char *address)
{
  vfi_watch *found = NULL;
  atomic_fetch_add(&readers, 1);
  while (atomic_load(&stopped)) {
    atomic_fetch_sub(&readers, 1);
    sched_yield();
    atomic_fetch_add(&readers, 1);
  }
  const table *list = atomic_load(&current);
  const size_t place = list ? place_of(list, address) : 0;
  if (list && place < list->count) {
    found = list->watches[place];
    atomic_fetch_add(&found->users, 1);
  }
  atomic_fetch_sub(&readers, 1);
  return found;
}

void vfi_table_leave(vfi_watch *watch) { atomic_fetch_sub(&watch->users, 1); }

void vfi_table_stop(void)
{
  atomic_store(&stopped, true);
  while (atomic_load(&readers)) sched_yield();
  vfi_watch *watch;
  for (size_t place = 0; (watch = vfi_table_at(place)); place++)
    while (atomic_load(&watch->users)) sched_yield();
}

void vfi_table_go_on(void) { atomic_store(&stopped, false); }

vfi_watch *vfi_table_at(size_t place)
{
  const table *list = atomic_load(&current);
  return list && place < list->count ? list->watches[place] : NULL;
}
