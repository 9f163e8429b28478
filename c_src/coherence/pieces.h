/* The pieces of a watched array: which addresses they have, and who may change them. A piece is its own lock. */
#ifndef VIEWFAB_COHERENCE_PIECES_H
#define VIEWFAB_COHERENCE_PIECES_H

#include <sched.h>
#include <stdint.h>

#include "watch.h"

static inline size_t vfi_pieces_at(const vfi_watch *watch, const char *address)
{
  return (uintptr_t)address / watch->piece_bytes - (uintptr_t)watch->first / watch->piece_bytes;
}

static inline char *vfi_pieces_begin(const vfi_watch *watch, size_t piece)
{
  if (piece == 0) return watch->first;
  if (piece >= watch->pieces) return watch->end;
  const uintptr_t at = ((uintptr_t)watch->first / watch->piece_bytes + piece) * watch->piece_bytes;
  return watch->first + (at - (uintptr_t)watch->first);
}

/* Waits until no other thread changes the piece, and gives the state that the piece had. It is BUSY until the caller gives it. */
static inline vfi_piece vfi_pieces_take(vfi_watch *watch, size_t piece)
{
  unsigned char before;
  while ((before = atomic_exchange_explicit(&watch->state[piece], VF_PIECE_BUSY, memory_order_acquire)) ==
         VF_PIECE_BUSY)
    sched_yield();
  return (vfi_piece)before;
}

static inline void vfi_pieces_give(vfi_watch *watch, size_t piece, vfi_piece state)
{
  atomic_store_explicit(&watch->state[piece], (unsigned char)state, memory_order_release);
}

/* Bytes of the array in pages [from, to). The last page may end behind the array. */
static inline size_t vfi_pieces_bytes(const vfi_watch *watch, const char *from, const char *to)
{
  const char *end = watch->host + watch->array->bytes;
  return (size_t)((to < end ? to : end) - from);
}

/* Fills all STALE pieces, and opens the whole array: for page locks, and if the system has no further region of memory with a
 * protection of its own, since regions become fewer. 0, or a code. */
int vfi_pieces_open_all(vfi_watch *watch);

/* An access that was served: the state of its piece before, or VF_PIECE_FREE if nothing was to do. */
typedef struct vfi_served {
  vfi_piece before;
  int code; /* 0, or errno: the access cannot be served */
} vfi_served;

/* Makes the piece around an address fit for a read or a write of the host. May run in a signal handler. */
vfi_served vfi_pieces_serve(vfi_watch *watch, const char *address, bool write);

#endif
