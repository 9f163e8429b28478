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
#include "track.h"

enum { MOST_CALLS = 256, MOST_TOGETHER = 4096 };

/* Lists of several threads are not cut: each time the cut would lie elsewhere, and no list would come again. */
static int most_calls = MOST_CALLS; /* of a list that is being made */

/* Locks are taken in this order: of the making of calls, of collectors, of the prepared calls. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static const vf_kernel *kernel_now; /* of the latest call, approximately; atomic */

static vfi_batch_item items[MOST_TOGETHER];
static int count;
static vfi_waiting *joined; /* [joined_room] the calls of several threads, in one list */
static int joined_room;

/* ---- Lock of the making held ---- */

static vf_status add_item(vfi_prepared *call, const vf_box *box, uint64_t when)
{
  const vf_status status = vfi_tiles_add(&items[count].tiles, box);
  if (status) return status;
  items[count].call = call;
  items[count].when = (vfi_made_when){ when, when };
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

static bool add_tile(vfi_batch_item *item, const vf_box *box, uint64_t when)
{
  if (!item->call->joins || vfi_tiles_meet(&item->tiles, box) || vfi_tiles_add(&item->tiles, box)) return false;
  if (when < item->when.first) item->when.first = when;
  if (when > item->when.last) item->when.last = when;
  return true;
}

static int by_first_tile(const void *p, const void *q)
{
  const uint64_t first = ((const vfi_batch_item *)p)->when.first, second = ((const vfi_batch_item *)q)->when.first;
  return (first > second) - (first < second);
}

/* Lists each call with all of its tiles. False if this list cannot be made.
 *   by_ticket  tickets tell when the calls were made; else their places in the list do */
static bool list_whole_calls(const vfi_waiting *calls, int number, bool by_ticket)
{
  for (int c = 0; c < number; c++) {
    vfi_prepared *call = calls[c].call;
    const uint64_t when = by_ticket ? calls[c].ticket : (uint64_t)c;
    if (call->place >= 0) {
      if (!add_tile(&items[call->place], &calls[c].box, when)) return false;
    } else if (count == MOST_TOGETHER || add_item(call, &calls[c].box, when)) return false;
  }
  for (int i = 0; i < count; i++) vfi_tiles_fill(&items[i].tiles);
  if (by_ticket) qsort(items, (size_t)count, sizeof *items, by_first_tile);
  for (int i = 0; i < count; i++) items[i].call->place = i;
  return true;
}

/* Makes calls of one kernel as if the tiles of each had been made at the same time, if the results are the same. */
static vf_status make_whole_calls(const vfi_waiting *calls, int number, bool by_ticket, bool *made, vfi_batch **batch)
{
  *made = false;
  *batch = NULL;
  vf_status status = VF_OK;
  if (list_whole_calls(calls, number, by_ticket)) status = vfi_batch_make(items, count, made, batch);
  clear();
  return status;
}

static vf_status make_listed(void)
{
  const vf_status status = count ? vfi_batch_make_in_order(items, count) : VF_OK;
  clear();
  return status;
}

/* True if a tile of a call in the list can be made with the call, though others stand behind the call. */
static bool joins(vfi_batch_item *with, const vf_box *box)
{
  if (!with->call->joins || vfi_tiles_meet(&with->tiles, box)) return false;
  while (with->clear_until < count) {
    if (!vfi_prepared_independent(with->call, items[with->clear_until].call)) return false;
    with->clear_until++;
  }
  return true;
}

static vf_status put(vfi_prepared *call, const vf_box *box)
{
  const bool listed = call->place >= 0;
  if (listed && joins(&items[call->place], box)) return vfi_tiles_add(&items[call->place].tiles, box);
  const vf_status status = listed || count == most_calls ? make_listed() : VF_OK;
  return status ? status : add_item(call, box, (uint64_t)count);
}

static vf_status make_in_order(const vfi_waiting *calls, int number)
{
  vf_status status = VF_OK;
  for (int c = 0; c < number && !status; c++) status = put(calls[c].call, &calls[c].box);
  if (!status) return make_listed();
  clear();
  return status;
}

static const vf_kernel *kernel_of(const vfi_waiting *waiting) { return waiting->call->signature.symbol->kernel; }

/* Makes calls in their order: the calls of one kernel, then the calls of the next kernel. */
static vf_status make_kernels(const vfi_waiting *calls, int number)
{
  vf_status status = VF_OK;
  for (int begin = 0, end = 0; begin < number && !status; begin = end) {
    while (end < number && kernel_of(&calls[end]) == kernel_of(&calls[begin])) end++;
    bool made = false;
    vfi_batch *batch;
    status = make_whole_calls(calls + begin, end - begin, false, &made, &batch);
    if (!status && !made) status = make_in_order(calls + begin, end - begin);
    if (!status) vfi_track_note(calls + begin, end - begin, batch);
  }
  return status;
}

/* The lists of threads one behind the other; by_ticket: in the order of the calls. The order within a list stays. */
static void join_lists(bool by_ticket)
{
  int number = 0;
  if (!by_ticket)
    for (const vfi_collector *c = vfi_collectors_first(); c; c = c->next) {
      memcpy(joined + number, c->given, (size_t)c->given_count * sizeof *joined);
      number += c->given_count;
    }
  for (vfi_collector *c = vfi_collectors_first(); c && by_ticket; c = c->next) c->given_next = 0;
  for (vfi_collector *least = NULL; by_ticket; joined[number++] = least->given[least->given_next++]) {
    least = NULL;
    for (vfi_collector *c = vfi_collectors_first(); c; c = c->next)
      if (c->given_next < c->given_count &&
          (!least || c->given[c->given_next].ticket < least->given[least->given_next].ticket))
        least = c;
    if (!least) return;
  }
}

static vf_status make_joined_room(int number)
{
  if (number <= joined_room) return VF_OK;
  vfi_waiting *grown = realloc(joined, (size_t)number * 2 * sizeof *grown);
  if (!grown) return vfi_fail(VF_ERROR_MEMORY, "no host memory for a list of %d legacy calls", number);
  joined = grown;
  joined_room = 2 * number;
  return VF_OK;
}

/* Calls of several threads. */
static vf_status make_joined(int number)
{
  vf_status status = make_joined_room(number);
  if (status) return status;
  join_lists(false);
  bool one_kernel = true, made = false;
  vfi_batch *batch;
  for (int c = 1; c < number; c++) one_kernel = one_kernel && kernel_of(&joined[c]) == kernel_of(&joined[0]);
  if (one_kernel) status = make_whole_calls(joined, number, true, &made, &batch);
  if (status || made) return status;
  join_lists(true);
  most_calls = MOST_TOGETHER;
  status = make_kernels(joined, number);
  most_calls = MOST_CALLS;
  return status;
}

static void count_calls(const vfi_waiting *calls, int number)
{
  for (int begin = 0, end = 0; begin < number; begin = end) {
    vfi_symbol *symbol = (vfi_symbol *)calls[begin].call->signature.symbol;
    while (end < number && calls[end].call->signature.symbol == symbol) end++;
    vfi_symbol_count(symbol, end - begin);
  }
}

static vf_status make_taken(void)
{
  const vfi_collector *one = NULL;
  int lists = 0, number = 0;
  for (const vfi_collector *c = vfi_collectors_first(); c; c = c->next) {
    if (!c->given_count) continue;
    count_calls(c->given, c->given_count);
    one = c;
    lists++;
    number += c->given_count;
  }
  if (lists == 0) return VF_OK;
  return lists == 1 ? make_kernels(one->given, number) : make_joined(number);
}

static void count_steps(const vfi_track *track)
{
  for (int begin = 0, end = 0; begin < track->count; begin = end) {
    vfi_symbol *symbol = (vfi_symbol *)track->steps[begin].call->signature.symbol;
    while (end < track->count && track->steps[end].call->signature.symbol == symbol) end++;
    vfi_symbol_count(symbol, end - begin);
  }
}

static vf_status make_track(vfi_track *track)
{
  bool made = false;
  count_steps(track);
  vf_status status = vfi_batch_again(track->batch, &made);
  if (status) return status;
  if (made) {
    vfi_track_was_made(track);
    return VF_OK;
  }
  status = make_joined_room(track->count);
  if (status) return status;
  for (int s = 0; s < track->count; s++) joined[s] = (vfi_waiting){ track->steps[s].call, track->steps[s].box, 0 };
  return make_kernels(joined, track->count);
}

static vf_status take_and_make(const vf_kernel *but)
{
  vfi_track *track = NULL;
  const vf_status status = vfi_collectors_take(but, &track);
  if (status) return status;
  return track ? make_track(track) : make_taken();
}

/* ---- */

static vf_status flush(const vf_kernel *but)
{
  pthread_mutex_lock(&making);
  const vf_status status = take_and_make(but);
  pthread_mutex_unlock(&making);
  return status;
}

static vfi_prepared *known(const vfi_collector *collector, const vfi_symbol *symbol, void *const *parameters,
                           const vf_box *box)
{
  vfi_prepared *last = collector->last;
  if (!last) return NULL;
  if (vfi_signature_is(&last->signature, symbol, parameters, box) && vfi_prepared_lives(last)) return last;
  return vfi_prepared_follower(last, symbol, parameters, box);
}

/* The call with these words; if there is no such call and fresh is a call, fresh is kept. */
static vf_status look_up(vfi_collector *collector, const vfi_symbol *symbol, void *const *parameters, const vf_box *box,
                         const vfi_legacy_call *fresh, vfi_prepared **call)
{
  vfi_signature signature;
  vfi_signature_make(symbol, parameters, box, &signature);
  pthread_mutex_lock(&table);
  vf_status status = VF_OK;
  *call = vfi_prepared_find(&signature);
  if (!*call && fresh) status = vfi_prepared_keep(fresh, &signature, call);
  pthread_mutex_unlock(&table);
  if (*call && collector->last) vfi_prepared_follows(collector->last, *call);
  return status;
}

/* The kernel of the waiting calls of a collector; NULL: no call waits. */
static const vf_kernel *kernel_in(const vfi_collector *collector)
{
  const vfi_prepared *call = NULL;
  if (collector->track) call = collector->track->steps[0].call;
  else if (collector->count) call = collector->list[collector->count - 1].call;
  return call ? call->signature.symbol->kernel : NULL;
}

/* Adds a call to the list of its thread, or begins a track with the call. Lock of the collector held. */
static vf_status append(vfi_collector *collector, vfi_prepared *call, const vf_box *box)
{
  if (!collector->count && !collector->track && vfi_collectors_alone()) vfi_track_begin(collector, call, box);
  return collector->track ? VF_OK : vfi_collector_add(collector, call, box);
}

/* Lets a call wait that is not the next call of a track, and makes the calls that do not wait for more. */
static vf_status add_to_list(vfi_collector *collector, const vfi_symbol *symbol, void *const *parameters,
                             const vf_box *box, const vfi_legacy_call *fresh, bool *waits)
{
  vfi_prepared *call = NULL;
  vfi_collector_hold(collector);
  vf_status status = vfi_collector_leave_track(collector);
  if (!status) call = known(collector, symbol, parameters, box);
  if (!status && !call) status = look_up(collector, symbol, parameters, box, fresh, &call);
  *waits = call != NULL;
  if (call && !status) status = append(collector, call, symbol->in_tiles ? box : &call->box);
  const bool many = vfi_calls_are_many(collector->count, collector->changes);
  vfi_collector_let_go(collector);
  if (!call || status) return status;
  vfi_ahead_end();
  const vf_kernel *before = __atomic_load_n(&kernel_now, __ATOMIC_ACQUIRE);
  const bool other = before != symbol->kernel && __atomic_compare_exchange_n(&kernel_now, &before, symbol->kernel,
                                                                             false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
  if (other) return flush(symbol->kernel);
  return many ? flush(NULL) : VF_OK;
}

/* The only thread makes its calls of another kernel first, and begins a list with a call of this kernel. */
static vf_status make_others(vfi_collector *collector, const vf_kernel *kernel)
{
  vfi_collector_hold(collector);
  const vf_kernel *before = kernel_in(collector);
  vfi_collector_let_go(collector);
  if (!before || before == kernel || !vfi_collectors_alone()) return VF_OK;
  __atomic_store_n(&kernel_now, kernel, __ATOMIC_RELEASE);
  return flush(NULL);
}

/* Lets a call wait, and makes the calls that do not wait for more. */
static vf_status add(const vfi_symbol *symbol, void *const *parameters, const vfi_legacy_call *fresh, bool *waits)
{
  const vf_box box = vfi_signature_box(symbol, parameters);
  if (vfi_box_is_empty(&box)) {
    *waits = true; /* for nothing */
    vfi_symbol_count((vfi_symbol *)symbol, 1);
    return VF_OK;
  }
  vfi_collector *collector = vfi_collector_mine();
  if (!collector) return vfi_fail(VF_ERROR_MEMORY, "no host memory for the legacy calls of a thread");
  vfi_collector_hold(collector);
  *waits = vfi_track_goes_on(collector, symbol, parameters, &box);
  const bool full = *waits && collector->at == collector->track->count && collector->track->full;
  vfi_collector_let_go(collector);
  if (*waits) {
    vfi_ahead_end();
    return full ? flush(NULL) : VF_OK;
  }
  const vf_status made = make_others(collector, symbol->kernel);
  const vf_status status = add_to_list(collector, symbol, parameters, &box, fresh, waits);
  return made ? made : status;
}

vf_status vfi_queue_again(const vfi_symbol *symbol, void *const *parameters, bool *waits)
{
  *waits = false;
  if (!vfi_offload_queues() || !symbol->may_wait) return VF_OK;
  return add(symbol, parameters, NULL, waits);
}

/* True if the views of the call live on. */
static bool can_wait(const vfi_legacy_call *call)
{
  if (!vfi_offload_queues() || !call->symbol->may_wait) return false;
  for (int a = 0; a < VF_MOST_LEGACY_ARGUMENTS; a++)
    if (call->leases[a].kind != VF_LEASE_NONE && call->leases[a].kind != VF_LEASE_BLOCK) return false;
  return true;
}

vf_status vfi_queue_put(const vfi_legacy_call *call, bool *waits)
{
  *waits = can_wait(call);
  if (!*waits) return VF_OK;
  const vf_status status = vfi_prepared_are_many() ? vfi_queue_forget() : VF_OK;
  return status ? status : add(call->symbol, call->parameters, call, waits);
}

vf_status vfi_queue_flush(void) { return flush(NULL); }

/* Makes the calls that threads have added meanwhile, until they have none and may add none. */
static vf_status flush_and_stop(void)
{
  for (;;) {
    const vf_status status = take_and_make(NULL);
    vfi_collectors_stop();
    bool empty = true;
    for (const vfi_collector *c = vfi_collectors_first(); c; c = c->next) empty = empty && !c->count && !c->track;
    if (empty || status) return status;
    vfi_collectors_go();
  }
}

vf_status vfi_queue_forget(void)
{
  vfi_ahead_forget();
  pthread_mutex_lock(&making);
  const vf_status status = flush_and_stop();
  for (vfi_collector *c = vfi_collectors_first(); c; c = c->next) {
    c->last = NULL;
    c->track = NULL;
    c->count = c->changes = 0; /* of failed calls */
  }
  pthread_mutex_lock(&table);
  vfi_tracks_forget();
  vfi_batches_forget();
  vfi_prepared_forget();
  vfi_lives_forget();
  pthread_mutex_unlock(&table);
  vfi_collectors_go();
  pthread_mutex_unlock(&making);
  return status;
}
