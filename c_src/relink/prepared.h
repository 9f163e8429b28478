/* Legacy calls with their arrays and values, so that a repeated call need not look for them again. Kept within a region
 * of vf_offload_begin, and as long as no memory is announced or freed. */
#ifndef VIEWFAB_RELINK_PREPARED_H
#define VIEWFAB_RELINK_PREPARED_H

#include "legacy_call.h"
#include "signature.h"

/* Bytes of an array argument on the host. */
typedef struct vfi_touched {
  const char *begin, *end;
  bool written;
} vfi_touched;

enum { VF_FOLLOWERS = 4, VF_MOST_PREPARED = 1 << 16 };

typedef struct vfi_prepared {
  uint64_t number; /* unique among kept calls */
  vf_box box;      /* of the call; for calls of tiles, of the first tile */
  int selector;
  bool joins; /* its tiles can become a single box, because no point reads values of another point */
  int touched_count;
  vfi_touched *touched;          /* [touched_count] */
  const vfi_life **lives;        /* [touched_count] of its views */
  uint64_t alive_at;             /* vfi_lives_over at the last check with all lives of this call; atomic */
  struct vfi_prepared *replaced; /* with the same words, whose views have ended; NULL: none */
  int place;                     /* in the list of the present calls; -1: in no list */
  vfi_argument *arguments;       /* of the kernel */

  /* Calls behind this call in some thread: the next call is first compared with them. Atomic. */
  struct vfi_prepared *followers[VF_FOLLOWERS];
  unsigned followed;
  struct vfi_track *track; /* the latest track that begins with this call; atomic */

  vfi_signature signature; /* last: a record has room for the words of its call alone */
} vfi_prepared;

/* True if the views of a call live and their memory was not freed. */
bool vfi_prepared_lives(vfi_prepared *call);

/* All of this but followers and lives: lock of the prepared calls held, see queue.c. */

/* The prepared call with these words, whose views live; NULL without such a call. */
vfi_prepared *vfi_prepared_find(const vfi_signature *signature);

/* Keeps a call with views. Errors: VF_ERROR_MEMORY. */
vf_status vfi_prepared_keep(const vfi_legacy_call *call, const vfi_signature *signature, vfi_prepared **prepared);

/* Forgets all; none of them waits. */
void vfi_prepared_forget(void);

/* True if too many calls are kept and the caller should forget them: values that change from call to call make new
 * calls. */
bool vfi_prepared_are_many(void);

/* The follower of a call with the given words; NULL without such a follower. */
vfi_prepared *vfi_prepared_follower(const vfi_prepared *before, const vfi_symbol *symbol, void *const *parameters,
                                    const vf_box *box);

/* Records call as a follower of before. */
void vfi_prepared_follows(vfi_prepared *before, vfi_prepared *call);

/* True if neither call writes memory that the other call uses. */
bool vfi_prepared_independent(const vfi_prepared *p, const vfi_prepared *q);

#endif
