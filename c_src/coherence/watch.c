#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../core/moves.h"
#include "fault.h"
#include "fetch.h"
#include "pages.h"

enum {
  SMALL_PIECE = 256 << 10,
  LARGE_PIECE = VF_LARGE_PAGE,
  LARGE_ARRAY = 64 << 20,
  PART = 4096 /* of partial pages, compared and copied at a time */
};

static void use_no_pages(vfi_watch *watch)
{
  watch->first = watch->end = watch->host + watch->bytes;
  watch->pieces = 0;
  watch->bare = true;
}

static size_t head_bytes(const vfi_watch *watch) { return (size_t)(watch->first - watch->host); }
static size_t tail_bytes(const vfi_watch *watch) { return (size_t)(watch->host + watch->bytes - watch->end); }

/* The addresses of the whole pages. */
static void whole_pages(const vfi_array *array, uintptr_t *first, uintptr_t *end)
{
  const uintptr_t page = vfi_page_size(), begin = (uintptr_t)array->host;
  *first = (begin + page - 1) / page * page;
  *end = (begin + array->bytes) / page * page;
}

bool vfi_watch_has_pages(const vfi_array *array)
{
  uintptr_t first, end;
  whole_pages(array, &first, &end);
  return first < end;
}

vfi_watch *vfi_watch_begin_array(vfi_array *array, bool looks_ahead)
{
  const uintptr_t begin = (uintptr_t)array->host;
  uintptr_t first, end;
  whole_pages(array, &first, &end);
  const size_t piece = array->bytes < LARGE_ARRAY ? SMALL_PIECE : LARGE_PIECE;
  const size_t pieces = first < end ? (size_t)((end - 1) / piece - first / piece + 1) : 0;
  vfi_watch *watch = calloc(1, sizeof *watch + pieces * sizeof(atomic_uchar));
  if (!watch) return NULL;
  watch->array = array;
  watch->looks_ahead = looks_ahead;
  watch->host = array->host;
  watch->bytes = array->bytes;
  watch->piece_bytes = piece;
  watch->pieces = pieces;
  watch->first = array->host + (first - begin);
  watch->end = array->host + (end - begin);
  if (!pieces) use_no_pages(watch);
  watch->shadow = malloc(head_bytes(watch) + tail_bytes(watch) + 1);
  if (!watch->shadow) {
    free(watch);
    return NULL;
  }
  return watch;
}

/* ---- Pieces ------------------------------------------------------------------------------------------------------ */

static size_t piece_at(const vfi_watch *watch, const char *address)
{
  return (uintptr_t)address / watch->piece_bytes - (uintptr_t)watch->first / watch->piece_bytes;
}

static char *piece_begin(const vfi_watch *watch, size_t piece)
{
  if (piece == 0) return watch->first;
  if (piece >= watch->pieces) return watch->end;
  const uintptr_t at = ((uintptr_t)watch->first / watch->piece_bytes + piece) * watch->piece_bytes;
  return watch->first + (at - (uintptr_t)watch->first);
}

static vfi_piece take(vfi_watch *watch, size_t piece)
{
  unsigned char before;
  while ((before = atomic_exchange_explicit(&watch->state[piece], VF_PIECE_BUSY, memory_order_acquire)) ==
         VF_PIECE_BUSY)
    sched_yield();
  return (vfi_piece)before;
}

static void give(vfi_watch *watch, size_t piece, vfi_piece state)
{
  atomic_store_explicit(&watch->state[piece], (unsigned char)state, memory_order_release);
}

static void give_all(vfi_watch *watch, vfi_piece state)
{
  for (size_t p = 0; p < watch->pieces; p++) give(watch, p, state);
}

/* Fills pages [from, to) from the device; they stay shut. */
static int fill(vfi_watch *watch, char *from, const char *to)
{
  atomic_fetch_add(&watch->moved, (size_t)(to - from));
  return vfi_fetch_to_shut_pages(watch->array, (size_t)(from - watch->host), (size_t)(to - from));
}

/* Fills all STALE pieces, and opens the whole array: for page locks, and if the system has no further region of memory with a
 * protection of its own, since regions become fewer. */
static int open_whole(vfi_watch *watch)
{
  int code = 0;
  for (size_t p = 0; p < watch->pieces; p++) {
    const vfi_piece before = take(watch, p);
    if (before == VF_PIECE_STALE && !code) code = fill(watch, piece_begin(watch, p), piece_begin(watch, p + 1));
  }
  if (!code) code = vfi_pages_open(watch->first, (size_t)(watch->end - watch->first));
  give_all(watch, VF_PIECE_DIRTY);
  return code;
}

/* Pieces [piece, end) are in one state. */
static int change_pieces(vfi_watch *watch, size_t piece, size_t end, vfi_piece before, bool write)
{
  char *from = piece_begin(watch, piece);
  const char *to = piece_begin(watch, end);
  const int code = before == VF_PIECE_STALE ? fill(watch, from, to) : 0;
  if (code) return code;
  return write ? vfi_pages_open(from, (size_t)(to - from)) : vfi_pages_make_read_only(from, (size_t)(to - from));
}

/* The pieces to serve with a piece: as many as were served just before it, for the host then goes through the array. So at
 * most twice the needed pieces are served. */
static size_t ahead_of(const vfi_watch *watch, size_t piece, vfi_piece before)
{
  enum { MOST = 64 };
  size_t known = 0;
  while (watch->looks_ahead && known < MOST && known < piece) {
    const vfi_piece last = (vfi_piece)atomic_load(&watch->state[piece - known - 1]);
    if (last != VF_PIECE_DIRTY && !(last == VF_PIECE_CLEAN && before == VF_PIECE_STALE)) break;
    known++;
  }
  return known;
}

/* Takes further pieces in the state of a taken piece, without a wait, and gives the end of them. */
static size_t take_ahead(vfi_watch *watch, size_t piece, vfi_piece before)
{
  const size_t ahead = ahead_of(watch, piece, before), left = watch->pieces - piece - 1;
  const size_t most = piece + 1 + (ahead < left ? ahead : left);
  size_t end = piece + 1;
  for (unsigned char expected = before; end < most; end++)
    if (!atomic_compare_exchange_strong(&watch->state[end], &expected, VF_PIECE_BUSY)) break;
  return end;
}

/* Takes the piece of an address. */
static vfi_piece take_at(vfi_watch *watch, const char *address, size_t *piece)
{
  for (;;) {
    *piece = piece_at(watch, address);
    const vfi_piece before = take(watch, *piece);
    if (*piece == piece_at(watch, address)) return before;
    give(watch, *piece, before); /* the pieces have become larger */
  }
}

/* Takes the piece of an address while no call uses the array on the device. If the access changes the piece, the piece counts
 * as served first, and then this thread looks for calls once more: either this thread sees the beginning call, or the
 * call sees the count and waits for the piece. */
static vfi_piece take_between_calls(vfi_watch *watch, const char *address, bool write, size_t *piece)
{
  for (;;) {
    vfi_fetch_wait_for_calls(watch->array);
    const vfi_piece before = take_at(watch, address, piece);
    if (before != VF_PIECE_STALE && !(before == VF_PIECE_CLEAN && write)) return before;
    atomic_fetch_add(&watch->served, 1);
    if (!vfi_fetch_calls_run(watch->array)) return before;
    give(watch, *piece, before);
  }
}

vfi_served vfi_watch_serve(vfi_watch *watch, const char *address, bool write)
{
  size_t piece;
  const vfi_piece before = take_between_calls(watch, address, write, &piece);
  vfi_served served = { .before = VF_PIECE_FREE };
  if (before != VF_PIECE_STALE && !(before == VF_PIECE_CLEAN && write)) {
    give(watch, piece, before);
    return served;
  }
  const size_t end = take_ahead(watch, piece, before);
  served.before = before;
  served.code = change_pieces(watch, piece, end, before, write);
  const vfi_piece after = write ? VF_PIECE_DIRTY : VF_PIECE_CLEAN;
  for (size_t p = end; p-- > piece;) /* the counted piece last: a call that collects waits for it */
    give(watch, p, served.code ? before : after);
  if (served.code == ENOMEM) served.code = open_whole(watch);
  return served;
}

/* ---- All pieces -------------------------------------------------------------------------------------------------- */

static void take_all(vfi_watch *watch)
{
  for (size_t p = 0; p < watch->pieces; p++) take(watch, p);
}

bool vfi_watch_wants_large_pages(vfi_watch *watch)
{
  if (watch->large_pages == VF_LARGE_PAGES_TRIED || watch->bare || !watch->looks_ahead || watch->array->locked)
    return false;
  watch->large_pages = VF_LARGE_PAGES_WANTED;
  return true;
}

/* All pieces are taken, and their pages have one protection. A protected part of a large page would split the page, so a piece
 * becomes as large. */
static void take_large_pages(vfi_watch *watch)
{
  const size_t before = watch->pieces;
  watch->large_pages = VF_LARGE_PAGES_TRIED;
  if (!vfi_pages_enlarge(watch->first, (size_t)(watch->end - watch->first)) || watch->piece_bytes == LARGE_PIECE)
    return;
  atomic_store(&watch->piece_bytes, LARGE_PIECE);
  watch->pieces = piece_at(watch, watch->end - 1) + 1;
  for (size_t p = watch->pieces; p < before; p++)
    give(watch, p, VF_PIECE_FREE); /* a thread may wait for such a number */
}

static void set_all(vfi_watch *watch, vfi_piece state, int (*change)(char *, size_t))
{
  if (watch->bare || (watch->all == state && !atomic_load(&watch->served))) return; /* none was changed since */
  take_all(watch);
  const int code = change(watch->first, (size_t)(watch->end - watch->first));
  if (!code && watch->large_pages == VF_LARGE_PAGES_WANTED) take_large_pages(watch);
  atomic_store(&watch->served, 0); /* before any handler can count again */
  give_all(watch, code ? VF_PIECE_FREE : state);
  watch->all = code ? VF_PIECE_FREE : state;
  if (!code) return;
  /* some memory cannot be protected page by page: such an array is kept equal as a whole */
  vfi_pages_open(watch->first, (size_t)(watch->end - watch->first));
  char *shadow = realloc(watch->shadow, watch->bytes);
  if (!shadow) return;
  watch->shadow = shadow;
  watch->ends_known = false;
  use_no_pages(watch);
  watch->first = watch->host + watch->bytes;
}

void vfi_watch_free_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_FREE, vfi_pages_open); }

void vfi_watch_clean_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_CLEAN, vfi_pages_make_read_only); }

void vfi_watch_stale_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_STALE, vfi_pages_shut); }

/* Copies the DIRTY pieces from a piece on, and gives the first piece behind them. Shuts writers out before it reads. */
static int collect_pieces(vfi_watch *watch, size_t *piece)
{
  const size_t first = *piece;
  vfi_piece last = VF_PIECE_DIRTY;
  while (*piece < watch->pieces && (last = take(watch, *piece)) == VF_PIECE_DIRTY) ++*piece;
  const size_t end = *piece;
  if (end < watch->pieces) give(watch, (*piece)++, last);
  if (end == first) return 0;
  char *begin = piece_begin(watch, first);
  const size_t bytes = (size_t)(piece_begin(watch, end) - begin);
  int code = vfi_pages_make_read_only(begin, bytes);
  if (!code) code = vfi_fetch_to_device(watch->array, (size_t)(begin - watch->host), bytes, begin);
  if (!code) atomic_fetch_add(&watch->moved, bytes);
  for (size_t p = first; p < end; p++) give(watch, p, code ? VF_PIECE_DIRTY : VF_PIECE_CLEAN);
  return code;
}

/* The host may go on writing: the shadow keeps the sent values. */
static int collect_end(vfi_watch *watch, const char *begin, size_t bytes, char *shadow, int64_t *changed)
{
  char newest[PART];
  for (size_t done = 0; done < bytes; done += sizeof newest) {
    const size_t part = bytes - done < sizeof newest ? bytes - done : sizeof newest;
    if (!memcmp(begin + done, shadow + done, part)) continue;
    memcpy(newest, begin + done, part);
    size_t at = 0;
    while (at < part && newest[at] == shadow[done + at]) at++;
    if (*changed < 0 && at < part) *changed = begin + done + at - watch->host;
    const int code = vfi_fetch_to_device(watch->array, (size_t)(begin - watch->host) + done, part, newest);
    if (code) return code;
    memcpy(shadow + done, newest, part);
  }
  return 0;
}

int vfi_watch_collect(vfi_watch *watch, int64_t *changed)
{
  int code = 0;
  *changed = -1;
  if (atomic_load(&watch->served))
    for (size_t p = 0; p < watch->pieces && !code;) code = collect_pieces(watch, &p);
  if (!watch->ends_known || code) return code;
  const size_t head = head_bytes(watch);
  code = collect_end(watch, watch->host, head, watch->shadow, changed);
  return code ? code : collect_end(watch, watch->end, tail_bytes(watch), watch->shadow + head, changed);
}

/* The system locks pages that are writable for the calling thread. With protection keys the pages are shut, and open for this
 * thread alone. */
static void lock_by_key(vfi_watch *watch, unsigned before)
{
  unsigned char *const states = malloc(watch->pieces);
  for (size_t p = 0; states && p < watch->pieces; p++) states[p] = (unsigned char)take(watch, p);
  if (states && !vfi_pages_shut(watch->first, (size_t)(watch->end - watch->first))) vfi_moves_lock_pages(watch->array);
  for (size_t p = 0, end; states && p < watch->pieces; p = end) {
    for (end = p + 1; end < watch->pieces && states[end] == states[p];) end++;
    char *begin = piece_begin(watch, p);
    const size_t bytes = (size_t)(piece_begin(watch, end) - begin);
    vfi_piece state = (vfi_piece)states[p];
    if (state == VF_PIECE_CLEAN && vfi_pages_make_read_only(begin, bytes)) state = VF_PIECE_DIRTY;
    if (state != VF_PIECE_CLEAN && state != VF_PIECE_STALE) vfi_pages_open(begin, bytes);
    for (size_t q = p; q < end; q++) give(watch, q, state);
  }
  free(states);
  vfi_pages_forbid(before);
}

void vfi_watch_lock_pages(vfi_watch *watch)
{
  vfi_array *array = watch->array;
  unsigned before;
  if (watch->bare || atomic_load(&watch->moved) < watch->bytes) return;
  if (vfi_watch_wants_large_pages(watch)) return; /* the lock comes after them */
  if (array->locked || array->lock_refused || !array->context->backend->lock) return;
  atomic_store(&watch->moved, 0);
  array->transfers++;
  if (vfi_pages_permit(&before)) lock_by_key(watch, before);
  else if (!open_whole(watch)) vfi_moves_lock_pages(array);
}

void vfi_watch_take_ends(vfi_watch *watch)
{
  const size_t head = head_bytes(watch);
  memcpy(watch->shadow, watch->host, head);
  memcpy(watch->shadow + head, watch->end, tail_bytes(watch));
  watch->ends_known = true;
}

/* A thread of the host may write other elements of these pages at the same time: only elements that the device has changed
 * are written. */
static int bring_end(vfi_watch *watch, char *begin, size_t bytes, char *shadow)
{
  const size_t size = vfi_type_size(watch->array->type);
  char newest[PART];
  for (size_t done = 0; done < bytes; done += sizeof newest) {
    const size_t part = bytes - done < sizeof newest ? bytes - done : sizeof newest;
    const int code = vfi_fetch_from_device(watch->array, (size_t)(begin - watch->host) + done, part, newest);
    if (code) return code;
    for (size_t e = 0; e < part; e += size)
      if (memcmp(shadow + done + e, newest + e, size)) memcpy(begin + done + e, newest + e, size);
    memcpy(shadow + done, newest, part);
  }
  return 0;
}

int vfi_watch_bring_ends(vfi_watch *watch)
{
  const size_t head = head_bytes(watch);
  if (!watch->ends_known) vfi_watch_take_ends(watch);
  const int code = bring_end(watch, watch->host, head, watch->shadow);
  return code ? code : bring_end(watch, watch->end, tail_bytes(watch), watch->shadow + head);
}

bool vfi_watch_all_dirty(const vfi_watch *watch)
{
  for (size_t p = 0; p < watch->pieces; p++)
    if (atomic_load(&watch->state[p]) != VF_PIECE_DIRTY) return false;
  return true;
}

void vfi_watch_bring_all(vfi_watch *watch)
{
  for (size_t p = 0; p < watch->pieces; p++)
    if (atomic_load(&watch->state[p]) == VF_PIECE_STALE) vfi_fault_read(piece_begin(watch, p));
}

/* The program may have freed the array before, and may use its pages for something else now: these pages stay as they are. */
void vfi_watch_end_array(vfi_watch *watch)
{
  bool is_shut = false;
  for (size_t p = 0; p < watch->pieces; p++) {
    const vfi_piece before = take(watch, p);
    is_shut = is_shut || before == VF_PIECE_STALE || before == VF_PIECE_CLEAN;
    give(watch, p, VF_PIECE_FREE);
  }
  const size_t bytes = (size_t)(watch->end - watch->first);
  if (is_shut && vfi_pages_hold_data(watch->first, bytes)) vfi_pages_open(watch->first, bytes);
  while (atomic_load(&watch->users)) sched_yield();
  free(watch->shadow);
  free(watch);
}
