#include "pieces.h"

#include <errno.h>

#include "fetch.h"
#include "pages.h"

/* Fills pages [from, to) from the device; they stay shut. */
static int fill(vfi_watch *watch, char *from, const char *to)
{
  const size_t bytes = vfi_pieces_bytes(watch, from, to);
  atomic_fetch_add(&watch->moved, bytes);
  return vfi_fetch_to_shut_pages(watch->array, (size_t)(from - watch->host), bytes);
}

int vfi_pieces_open_all(vfi_watch *watch)
{
  int code = 0;
  for (size_t p = 0; p < watch->pieces; p++) {
    const vfi_piece before = vfi_pieces_take(watch, p);
    if (before == VF_PIECE_STALE && !code)
      code = fill(watch, vfi_pieces_begin(watch, p), vfi_pieces_begin(watch, p + 1));
  }
  if (!code) code = vfi_pages_open(watch->first, (size_t)(watch->end - watch->first));
  for (size_t p = 0; p < watch->pieces; p++) vfi_pieces_give(watch, p, VF_PIECE_DIRTY);
  return code;
}

/* Pieces [piece, end) are in one state. */
static int change_pieces(vfi_watch *watch, size_t piece, size_t end, vfi_piece before, bool write)
{
  char *from = vfi_pieces_begin(watch, piece);
  const char *to = vfi_pieces_begin(watch, end);
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
    *piece = vfi_pieces_at(watch, address);
    const vfi_piece before = vfi_pieces_take(watch, *piece);
    if (*piece == vfi_pieces_at(watch, address)) return before;
    vfi_pieces_give(watch, *piece, before); /* the pieces have become larger */
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
    vfi_pieces_give(watch, *piece, before);
  }
}

vfi_served vfi_pieces_serve(vfi_watch *watch, const char *address, bool write)
{
  size_t piece;
  const vfi_piece before = take_between_calls(watch, address, write, &piece);
  vfi_served served = { .before = VF_PIECE_FREE };
  if (before != VF_PIECE_STALE && !(before == VF_PIECE_CLEAN && write)) {
    vfi_pieces_give(watch, piece, before);
    return served;
  }
  const size_t end = take_ahead(watch, piece, before);
  served.before = before;
  served.code = change_pieces(watch, piece, end, before, write);
  const vfi_piece after = write ? VF_PIECE_DIRTY : VF_PIECE_CLEAN;
  for (size_t p = end; p-- > piece;) /* the counted piece last: a call that collects waits for it */
    vfi_pieces_give(watch, p, served.code ? before : after);
  if (served.code == ENOMEM) served.code = vfi_pieces_open_all(watch);
  return served;
}
