#include "queue.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../core/error.h"
#include "../core/region.h"
#include "ahead.h"
#include "batch.h"
#include "collector.h"
#include "region.h"

/* Smooths of some boxes, or ghosts between them. More bring nothing, and the device has nothing to do meanwhile. The
 * tiles of a call count once, up to a number. */
enum { MOST_CALLS = 256, MOST_TILES = 1 << 14, MOST_TOGETHER = 4096 };

/* Lists of several threads are not cut, as they would be cut elsewhere each time, and never come again. */
static int most_calls = MOST_CALLS; /* of a list that is being made */

/* Locks are taken in this order: of the making of calls, of collectors, of the prepared calls. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static const vf_kernel *kernel_now; /* of the latest call, approximately; atomic */

static vf_batch_item items[MOST_TOGETHER];
static int count;
static vf_waiting *joined; /* [joined_room] the calls of several threads, in one list */
static int joined_room;

/* ---- Lock of the making held ---- */

static vf_status add_item(vf_prepared *call, const vf_box *box, uint64_t when)
{
  const vf_status status = vf_tiles_add(&items[count].tiles, box);
  if (status) return status;
  items[count].call = call;
  items[count].when = (vf_made_when){ when, when };
  items[count].clear_until = count + 1;
  call->place = count++;
  return VF_OK;
}

static void clear(void)
{
  for (int i = 0; i < count; i++) {
    items[i].call->place = -1;
    items[i].tiles.count = 0;
  }
  count = 0;
}

static bool add_tile(vf_batch_item *item, const vf_box *box, uint64_t when)
{
  if (!item->call->joins || vf_tiles_meet(&item->tiles, box) || vf_tiles_add(&item->tiles, box)) return false;
  if (when < item->when.first) item->when.first = when;
  if (when > item->when.last) item->when.last = when;
  return true;
}

static int by_first_tile(const void *p, const void *q)
{
  const uint64_t first = ((const vf_batch_item *)p)->when.first, second = ((const vf_batch_item *)q)->when.first;
  return (first > second) - (first < second);
}

/* Lists each call with all of its tiles. False if this list cannot be made.
 *   by_ticket  tickets tell when the calls were made; else their places in the list do */
static bool list_whole_calls(const vf_waiting *calls, int number, bool by_ticket)
{
  for (int c = 0; c < number; c++) {
    vf_prepared *call = calls[c].call;
    const uint64_t when = by_ticket ? calls[c].ticket : (uint64_t)c;
    if (call->place >= 0) {
      if (!add_tile(&items[call->place], &calls[c].box, when)) return false;
    } else if (count == MOST_TOGETHER || add_item(call, &calls[c].box, when)) return false;
  }
  for (int i = 0; i < count; i++) vf_tiles_fill(&items[i].tiles);
  if (by_ticket) qsort(items, (size_t)count, sizeof *items, by_first_tile);
  for (int i = 0; i < count; i++) items[i].call->place = i;
  return true;
}

/* Makes calls of one kernel as if the tiles of each had been made at the same time, if the results are the same. */
static vf_status make_whole_calls(const vf_waiting *calls, int number, bool by_ticket, bool *made)
{
  *made = false;
  vf_status status = VF_OK;
  if (list_whole_calls(calls, number, by_ticket)) status = vf_batch_make(items, count, made);
  clear();
  return status;
}

static vf_status make_listed(void)
{
  const vf_status status = count ? vf_batch_make_in_order(items, count) : VF_OK;
  clear();
  return status;
}

/* True if a tile of a call in the list can be made with the call, though others stand behind the call. */
static bool joins(vf_batch_item *with, const vf_box *box)
{
  if (!with->call->joins || vf_tiles_meet(&with->tiles, box)) return false;
  while (with->clear_until < count) {
    if (!vf_prepared_independent(with->call, items[with->clear_until].call)) return false;
    with->clear_until++;
  }
  return true;
}

static vf_status put(vf_prepared *call, const vf_box *box)
{
  const bool listed = call->place >= 0;
  if (listed && joins(&items[call->place], box)) return vf_tiles_add(&items[call->place].tiles, box);
  const vf_status status = listed || count == most_calls ? make_listed() : VF_OK;
  return status ? status : add_item(call, box, (uint64_t)count);
}

static vf_status make_in_order(const vf_waiting *calls, int number)
{
  vf_status status = VF_OK;
  for (int c = 0; c < number && !status; c++) status = put(calls[c].call, &calls[c].box);
  if (!status) return make_listed();
  clear();
  return status;
}

static const vf_kernel *kernel_of(const vf_waiting *waiting) { return waiting->call->signature.symbol->kernel; }

/* Calls in their order, of kernels in turn. */
static vf_status make_kernels(const vf_waiting *calls, int number)
{
  vf_status status = VF_OK;
  for (int begin = 0, end = 0; begin < number && !status; begin = end) {
    while (end < number && kernel_of(&calls[end]) == kernel_of(&calls[begin])) end++;
    bool made = false;
    status = make_whole_calls(calls + begin, end - begin, false, &made);
    if (!status && !made) status = make_in_order(calls + begin, end - begin);
  }
  return status;
}

/* The lists of threads one behind the other; by_ticket: in the order of the calls. The order within a list stays. */
static void join_lists(bool by_ticket)
{
  int number = 0;
  if (!by_ticket)
    for (const vf_collector *c = vf_collectors_first(); c; c = c->next) {
      memcpy(joined + number, c->given, (size_t)c->given_count * sizeof *joined);
      number += c->given_count;
    }
  for (vf_collector *c = vf_collectors_first(); c && by_ticket; c = c->next) c->given_next = 0;
  for (vf_collector *least = NULL; by_ticket; joined[number++] = least->given[least->given_next++]) {
    least = NULL;
    for (vf_collector *c = vf_collectors_first(); c; c = c->next)
      if (c->given_next < c->given_count &&
          (!least || c->given[c->given_next].ticket < least->given[least->given_next].ticket))
        least = c;
    if (!least) return;
  }
}

/* Calls of several threads. */
static vf_status make_joined(int number)
{
  if (number > joined_room) {
    vf_waiting *grown = realloc(joined, (size_t)number * 2 * sizeof *grown);
    if (!grown) return vf_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", number);
    joined = grown;
    joined_room = 2 * number;
  }
  join_lists(false);
  bool one_kernel = true, made = false;
  for (int c = 1; c < number; c++) one_kernel = one_kernel && kernel_of(&joined[c]) == kernel_of(&joined[0]);
  vf_status status = one_kernel ? make_whole_calls(joined, number, true, &made) : VF_OK;
  if (status || made) return status;
  join_lists(true);
  most_calls = MOST_TOGETHER;
  status = make_kernels(joined, number);
  most_calls = MOST_CALLS;
  return status;
}

static void count_calls(const vf_waiting *calls, int number)
{
  for (int begin = 0, end = 0; begin < number; begin = end) {
    vf_symbol *symbol = (vf_symbol *)calls[begin].call->signature.symbol;
    while (end < number && calls[end].call->signature.symbol == symbol) end++;
    vf_symbol_count(symbol, end - begin);
  }
}

static vf_status make_taken(void)
{
  const vf_collector *one = NULL;
  int lists = 0, number = 0;
  for (const vf_collector *c = vf_collectors_first(); c; c = c->next) {
    if (!c->given_count) continue;
    count_calls(c->given, c->given_count);
    one = c;
    lists++;
    number += c->given_count;
  }
  if (lists == 0) return VF_OK;
  return lists == 1 ? make_kernels(one->given, number) : make_joined(number);
}

static vf_status take_and_make(const vf_kernel *but)
{
  const vf_status status = vf_collectors_take(but);
  return status ? status : make_taken();
}

/* ---- */

static vf_status flush(const vf_kernel *but)
{
  pthread_mutex_lock(&making);
  const vf_status status = take_and_make(but);
  pthread_mutex_unlock(&making);
  return status;
}

static vf_prepared *known(const vf_collector *collector, const vf_symbol *symbol, void *const *parameters,
                          const vf_box *box)
{
  vf_prepared *last = collector->last;
  if (!last) return NULL;
  if (vf_signature_is(&last->signature, symbol, parameters, box) && vf_prepared_lives(last)) return last;
  return vf_prepared_follower(last, symbol, parameters, box);
}

/* The call with these words; if there is no such call and fresh is a call, fresh is kept. */
static vf_status look_up(vf_collector *collector, const vf_symbol *symbol, void *const *parameters, const vf_box *box,
                         const vf_legacy_call *fresh, vf_prepared **call)
{
  vf_signature signature;
  vf_signature_make(symbol, parameters, box, &signature);
  pthread_mutex_lock(&table);
  vf_status status = VF_OK;
  *call = vf_prepared_find(&signature);
  if (!*call && fresh) status = vf_prepared_keep(fresh, &signature, call);
  pthread_mutex_unlock(&table);
  if (*call && collector->last) vf_prepared_follows(collector->last, *call);
  return status;
}

/* Lets a call wait, and makes the calls that do not wait for more. */
static vf_status add(const vf_symbol *symbol, void *const *parameters, const vf_legacy_call *fresh, bool *waits)
{
  const vf_box box = vf_signature_box(symbol, parameters);
  if (vf_box_is_empty(&box)) {
    *waits = true; /* for nothing */
    vf_symbol_count((vf_symbol *)symbol, 1);
    return VF_OK;
  }
  vf_collector *collector = vf_collector_mine();
  if (!collector) return vf_fail(VF_ERROR_MEMORY, "no host memory for the legacy calls of a thread");
  vf_status status = VF_OK;
  vf_collector_hold(collector);
  vf_prepared *call = known(collector, symbol, parameters, &box);
  if (!call) status = look_up(collector, symbol, parameters, &box, fresh, &call);
  *waits = call != NULL;
  if (call && !status) status = vf_collector_add(collector, call, symbol->in_tiles ? &box : &call->box);
  const bool many = collector->changes >= MOST_CALLS || collector->count >= MOST_TILES;
  vf_collector_let_go(collector);
  if (!call || status) return status;
  vf_ahead_end();
  const vf_kernel *before = __atomic_load_n(&kernel_now, __ATOMIC_ACQUIRE);
  const bool other = before != symbol->kernel && __atomic_compare_exchange_n(&kernel_now, &before, symbol->kernel,
                                                                             false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  if (other) return flush(symbol->kernel);
  return many ? flush(NULL) : VF_OK;
}

vf_status vf_queue_again(const vf_symbol *symbol, void *const *parameters, bool *waits)
{
  *waits = false;
  if (!vf_offload_queues() || !symbol->may_wait) return VF_OK;
  return add(symbol, parameters, NULL, waits);
}

/* True if the views of the call live on. */
static bool can_wait(const vf_legacy_call *call)
{
  if (!vf_offload_queues() || !call->symbol->may_wait) return false;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return false;
  return true;
}

vf_status vf_queue_put(const vf_legacy_call *call, bool *waits)
{
  *waits = can_wait(call);
  if (!*waits) return VF_OK;
  const vf_status status = vf_prepared_are_many() ? vf_queue_forget() : VF_OK;
  return status ? status : add(call->symbol, call->parameters, call, waits);
}

vf_status vf_queue_flush(void) { return flush(NULL); }

/* Makes the calls that threads have added meanwhile, until they have none and may add none. */
static vf_status flush_and_stop(void)
{
  for (;;) {
    const vf_status status = take_and_make(NULL);
    vf_collectors_stop();
    bool empty = true;
    for (const vf_collector *c = vf_collectors_first(); c; c = c->next) empty = empty && !c->count;
    if (empty || status) return status;
    vf_collectors_go();
  }
}

vf_status vf_queue_forget(void)
{
  vf_ahead_forget();
  pthread_mutex_lock(&making);
  const vf_status status = flush_and_stop();
  for (vf_collector *c = vf_collectors_first(); c; c = c->next) {
    c->last = NULL;
    c->count = c->changes = 0; /* of failed calls */
  }
  pthread_mutex_lock(&table);
  vf_batches_forget();
  vf_prepared_forget();
  vf_lives_forget();
  pthread_mutex_unlock(&table);
  vf_collectors_go();
  pthread_mutex_unlock(&making);
  return status;
}
