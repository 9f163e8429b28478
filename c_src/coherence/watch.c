#define _GNU_SOURCE
#include "watch.h"

#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../core/moves.h"
#include "exposed.h"
#include "fault.h"
#include "fetch.h"
#include "heap.h"
#include "pages.h"
#include "partial_pages.h"
#include "pieces.h"

enum { SMALL_PIECE = 256 << 10, LARGE_PIECE = VF_LARGE_PAGE, LARGE_ARRAY = 64 << 20 };

static void use_no_pages(vfi_watch *watch)
{
  watch->bytes = watch->array->bytes;
  watch->first = watch->end = watch->host + watch->bytes;
  watch->pieces = 0;
  watch->bare = true;
}

/* The addresses of the whole pages, and of the last page if nothing but the array lies there. */
static void whole_pages(const vfi_array *array, uintptr_t *first, uintptr_t *end)
{
  const uintptr_t page = vfi_page_size(), begin = (uintptr_t)array->host;
  const size_t own = vfi_heap_own_pages(array->host, array->bytes);
  *first = (begin + page - 1) / page * page;
  *end = (begin + (own ? own : array->bytes)) / page * page;
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
  watch->bytes = end > begin + array->bytes ? end - begin : array->bytes;
  watch->piece_bytes = piece;
  watch->pieces = pieces;
  watch->first = array->host + (first - begin);
  watch->end = array->host + (end - begin);
  if (!pieces || vfi_exposed_meets(array->host, array->bytes)) use_no_pages(watch);
  watch->shadow = malloc(vfi_partial_bytes(watch) + 1);
  if (!watch->shadow) {
    free(watch);
    return NULL;
  }
  return watch;
}

static void give_all(vfi_watch *watch, vfi_piece state)
{
  for (size_t p = 0; p < watch->pieces; p++) vfi_pieces_give(watch, p, state);
}

static void take_all(vfi_watch *watch)
{
  for (size_t p = 0; p < watch->pieces; p++) vfi_pieces_take(watch, p);
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
  watch->pieces = vfi_pieces_at(watch, watch->end - 1) + 1;
  for (size_t p = watch->pieces; p < before; p++)
    vfi_pieces_give(watch, p, VF_PIECE_FREE); /* a thread may wait for such a number */
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
  char *shadow = realloc(watch->shadow, watch->array->bytes);
  if (!shadow) return;
  watch->shadow = shadow;
  watch->ends_known = false;
  use_no_pages(watch);
}

void vfi_watch_free_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_FREE, vfi_pages_open); }

void vfi_watch_clean_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_CLEAN, vfi_pages_make_read_only); }

void vfi_watch_stale_pieces(vfi_watch *watch) { set_all(watch, VF_PIECE_STALE, vfi_pages_shut); }

/* The shadow goes to the device, so that both are equal whatever others write meanwhile. */
int vfi_watch_expose(vfi_watch *watch)
{
  const vfi_array *array = watch->array;
  if (watch->bare) return 0;
  char *shadow = malloc(array->bytes);
  if (!shadow) return ENOMEM;
  int64_t changed;
  int code = vfi_watch_collect(watch, &changed);
  if (!code) code = vfi_pieces_open_all(watch);
  if (code) {
    free(shadow);
    return code;
  }
  free(watch->shadow);
  watch->shadow = shadow;
  use_no_pages(watch);
  atomic_store(&watch->served, 0);
  watch->all = VF_PIECE_FREE;
  watch->ends_known = array->state != VF_STATE_HOST;
  if (watch->ends_known) {
    memcpy(shadow, watch->host, array->bytes);
    code = vfi_fetch_to_device(array, 0, array->bytes, shadow);
  }
  return code;
}

/* Copies the DIRTY pieces from a piece on, and gives the first piece behind them. Shuts writers out before it reads. */
static int collect_pieces(vfi_watch *watch, size_t *piece)
{
  const size_t first = *piece;
  vfi_piece last = VF_PIECE_DIRTY;
  while (*piece < watch->pieces && (last = vfi_pieces_take(watch, *piece)) == VF_PIECE_DIRTY) ++*piece;
  const size_t end = *piece;
  if (end < watch->pieces) vfi_pieces_give(watch, (*piece)++, last);
  if (end == first) return 0;
  char *begin = vfi_pieces_begin(watch, first);
  const char *behind = vfi_pieces_begin(watch, end);
  const size_t bytes = vfi_pieces_bytes(watch, begin, behind);
  int code = vfi_pages_make_read_only(begin, (size_t)(behind - begin));
  if (!code) code = vfi_fetch_to_device(watch->array, (size_t)(begin - watch->host), bytes, begin);
  if (!code) atomic_fetch_add(&watch->moved, bytes);
  for (size_t p = first; p < end; p++) vfi_pieces_give(watch, p, code ? VF_PIECE_DIRTY : VF_PIECE_CLEAN);
  return code;
}

int vfi_watch_collect(vfi_watch *watch, int64_t *changed)
{
  int code = 0;
  *changed = -1;
  if (atomic_load(&watch->served))
    for (size_t p = 0; p < watch->pieces && !code;) code = collect_pieces(watch, &p);
  return code ? code : vfi_partial_collect(watch, changed);
}

/* The system locks pages that are writable for the calling thread. With protection keys the pages are shut, and open for this
 * thread alone. */
static void lock_by_key(vfi_watch *watch, unsigned before)
{
  unsigned char *const states = malloc(watch->pieces);
  for (size_t p = 0; states && p < watch->pieces; p++) states[p] = (unsigned char)vfi_pieces_take(watch, p);
  if (states && !vfi_pages_shut(watch->first, (size_t)(watch->end - watch->first))) vfi_moves_lock_pages(watch->array);
  for (size_t p = 0, end; states && p < watch->pieces; p = end) {
    for (end = p + 1; end < watch->pieces && states[end] == states[p];) end++;
    char *begin = vfi_pieces_begin(watch, p);
    const size_t bytes = (size_t)(vfi_pieces_begin(watch, end) - begin);
    vfi_piece state = (vfi_piece)states[p];
    if (state == VF_PIECE_CLEAN && vfi_pages_make_read_only(begin, bytes)) state = VF_PIECE_DIRTY;
    if (state != VF_PIECE_CLEAN && state != VF_PIECE_STALE) vfi_pages_open(begin, bytes);
    for (size_t q = p; q < end; q++) vfi_pieces_give(watch, q, state);
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
  else if (!vfi_pieces_open_all(watch)) vfi_moves_lock_pages(array);
}

bool vfi_watch_is_lost(vfi_watch *watch)
{
  for (size_t p = 0; p < watch->pieces; p++) {
    const vfi_piece seen = (vfi_piece)atomic_load(&watch->state[p]);
    if (seen != VF_PIECE_STALE && seen != VF_PIECE_CLEAN) continue;
    const vfi_piece before = vfi_pieces_take(watch, p); /* no other thread changes the protection meanwhile */
    const bool protected = before == VF_PIECE_STALE || before == VF_PIECE_CLEAN;
    const bool lost = protected && vfi_pages_are_others(vfi_pieces_begin(watch, p), before == VF_PIECE_STALE);
    vfi_pieces_give(watch, p, before);
    if (protected) return lost;
  }
  return false;
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
    if (atomic_load(&watch->state[p]) == VF_PIECE_STALE) vfi_fault_read(vfi_pieces_begin(watch, p));
}

/* The program may have freed the array before, and may use its pages for something else now: these pages stay as they are. */
void vfi_watch_end_array(vfi_watch *watch)
{
  bool is_shut = false;
  for (size_t p = 0; p < watch->pieces; p++) {
    const vfi_piece before = vfi_pieces_take(watch, p);
    is_shut = is_shut || before == VF_PIECE_STALE || before == VF_PIECE_CLEAN;
    vfi_pieces_give(watch, p, VF_PIECE_FREE);
  }
  const size_t bytes = (size_t)(watch->end - watch->first);
  if (is_shut && vfi_pages_hold_data(watch->first, bytes)) vfi_pages_open(watch->first, bytes);
  while (atomic_load(&watch->users)) sched_yield();
  free(watch->shadow);
  free(watch);
}
