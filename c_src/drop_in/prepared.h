/* Legacy calls with their arrays and values, so that the same call need not look for them again. Kept within a region
 * of vf_offload_begin, and as long as no memory is announced or freed. */
#ifndef VIEWFAB_DROP_IN_PREPARED_H
#define VIEWFAB_DROP_IN_PREPARED_H

#include "legacy_call.h"
#include "signature.h"

/* Bytes of the host that an array argument has. */
typedef struct vf_touched {
  const char *begin, *end;
  bool written;
} vf_touched;

enum { VF_FOLLOWERS = 4, VF_MOST_PREPARED = 1 << 16 };

typedef struct vf_prepared {
  uint64_t number; /* unique among kept calls */
  vf_box box;      /* of the call; for calls of tiles, of the first tile */
  int selector;
  bool joins; /* its tiles can become one box: no point reads values that another point writes */
  int touched_count;
  vf_touched *touched;          /* [touched_count] */
  const vf_life **lives;        /* [touched_count] of its views */
  uint64_t alive_at;            /* vf_lives_over at the last check that found all lives of this call; atomic */
  struct vf_prepared *replaced; /* with the same words, whose views have ended; NULL: none */
  int place;                    /* in the list of calls that is being made; -1: in no list */
  vf_argument *arguments;       /* of the kernel */

  /* Calls that came behind this call in some thread: the next call is first compared with them. Atomic. */
  struct vf_prepared *followers[VF_FOLLOWERS];
  unsigned followed;

  vf_signature signature; /* last: a record has room for the words of its call alone */
} vf_prepared;

/* True if the views of a call live and their memory was not freed. */
bool vf_prepared_lives(vf_prepared *call);

/* All of this but followers and lives: lock of the prepared calls held, see queue.c. */

/* The prepared call with these words, whose views live; NULL without such a call. */
vf_prepared *vf_prepared_find(const vf_signature *signature);

/* Keeps a call that has its views. Errors: VF_ERROR_MEMORY. */
vf_status vf_prepared_keep(const vf_legacy_call *call, const vf_signature *signature, vf_prepared **prepared);

/* Forgets all; none of them waits. */
void vf_prepared_forget(void);

/* True if so many calls are kept that they should be forgotten: values that change from call to call make new calls. */
bool vf_prepared_are_many(void);

/* The follower of a call that is the given call; NULL without such a follower. */
vf_prepared *vf_prepared_follower(const vf_prepared *before, const vf_symbol *symbol, void *const *parameters,
                                  const vf_box *box);

/* Notes that a call came behind another one. */
void vf_prepared_follows(vf_prepared *before, vf_prepared *call);

/* True if neither call writes memory that the other call uses. */
bool vf_prepared_independent(const vf_prepared *p, const vf_prepared *q);

#endif
