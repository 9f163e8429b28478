/* The watch over an array: what is known of the pieces of its memory on the host. Pieces begin at multiples of their
 * size, so large pages of the system stay whole. Partial pages at both ends are shared with foreign data, and are never
 * protected: after each write of the device they are copied to the host, and before a use on the device they are
 * compared with what was copied. */
#ifndef VIEWFAB_COHERENCE_WATCH_H
#define VIEWFAB_COHERENCE_WATCH_H

#include <stdatomic.h>

#include "../core/array.h"

/* A piece: FREE the host has the newest values, and nobody watches; STALE shut, the device has the newest values; CLEAN
 * read-only, both have them; DIRTY written by the host since then; BUSY a thread is changing the piece. */
typedef enum vfi_piece { VF_PIECE_FREE, VF_PIECE_STALE, VF_PIECE_CLEAN, VF_PIECE_DIRTY, VF_PIECE_BUSY } vfi_piece;

/* Large pages of the system: nobody asked for them; they come with the next common change of all pieces; they were tried. */
typedef enum vfi_large_pages { VF_LARGE_PAGES_UNASKED, VF_LARGE_PAGES_WANTED, VF_LARGE_PAGES_TRIED } vfi_large_pages;

enum { VF_WRITER_LENGTH = 64 };

typedef struct vfi_watch {
  vfi_array *array;
  char *host, *first, *end; /* the array; its whole pages [first, end) */
  size_t bytes;             /* of the array, to the end of the last page if no other data lie there */
  /* Both change while all pieces are BUSY. A thread that waits for a piece looks at its number again afterwards. */
  atomic_size_t piece_bytes;
  size_t pieces;
  vfi_large_pages large_pages;
  bool bare;            /* pages cannot be protected: all of the array counts as a partial page */
  char *shadow;         /* the partial pages as both sides had them last */
  bool ends_known;      /* the shadow is filled */
  bool looks_ahead;     /* pieces behind an accessed piece are served with it, if the host goes through the array */
  atomic_int users;     /* handlers at work on the watch */
  atomic_size_t served; /* pieces that were served since all were STALE or CLEAN */
  atomic_size_t moved;  /* bytes of pieces that were copied, until a page lock */
  char writer[VF_WRITER_LENGTH]; /* the kernel that made the host's values old */
  vfi_piece all;                 /* what all pieces became at their last common change */
  atomic_uchar state[];          /* [pieces] */
} vfi_watch;

/* True if the array has at least one whole page of the system. */
bool vfi_watch_has_pages(const vfi_array *array);

/* Takes up an array. NULL without memory: the array is then not watched.
 *   looks_ahead  false: each piece is served at its own first access, so that each can be reported */
vfi_watch *vfi_watch_begin_array(vfi_array *array, bool looks_ahead);

/* Opens the pages, and frees the watch when no handler uses it. */
void vfi_watch_end_array(vfi_watch *watch);

/* Changes all pieces at once, for holders of the lock. */
void vfi_watch_free_pieces(vfi_watch *watch);
void vfi_watch_clean_pieces(vfi_watch *watch);
void vfi_watch_stale_pieces(vfi_watch *watch);

/* Copies DIRTY pieces, and changed partial pages, to the device.
 *   changed  the first changed byte of the partial pages, from the array's beginning; -1: none
 * 0, or a code of the back end; a part that was not copied is tried again the next time. */
int vfi_watch_collect(vfi_watch *watch, int64_t *changed);

/* An array that looks ahead moves often: at the next common change of all pieces it gets large pages, if the system has them, and pieces of
 * their size. Page locks have to come later. False: this was tried before. Holders of the lock. */
bool vfi_watch_wants_large_pages(vfi_watch *watch);

/* Gives large pages to an array whose pieces were copied as often as the whole array would be, and then page-locks the array, so
 * that the next copies go at the rate of the link. Holders of the lock. */
void vfi_watch_lock_pages(vfi_watch *watch);

/* Opens all pages of an array that other processes access, in any state; from then on all of the array counts as a partial page.
 * 0, or a code. Holders of the lock. */
int vfi_watch_expose(vfi_watch *watch);

/* Fills STALE pieces as long as their pages are still the ones that were shut, and opens all pieces. */
void vfi_watch_bring_all(vfi_watch *watch);

/* True if the pages of the array are certainly not the pages any more that were protected: the program has freed the memory unseen.
 * Holders of the lock. */
bool vfi_watch_is_lost(vfi_watch *watch);

/* True if every piece is DIRTY. */
bool vfi_watch_all_dirty(const vfi_watch *watch);

#endif
