/* Kept lists of calls: viewfab repeats such a list without an analysis of its calls. Lock of the queue held. */
#ifndef VIEWFAB_RELINK_BATCH_H
#define VIEWFAB_RELINK_BATCH_H

#include "together.h"
#include "prepared.h"
#include "tiles.h"

/* A call of a list, whose place there the call knows. */
typedef struct vfi_batch_item {
  vfi_prepared *call;
  vfi_tiles tiles;    /* boxes of the call; they share no cell */
  vfi_made_when when; /* its tiles were made */
  int clear_until;    /* the call is independent of the calls behind it up to this place */
} vfi_batch_item;

typedef struct vfi_batch vfi_batch;

/* Makes a list of calls of one kernel, and keeps it for the next time. A list that was made before is found in any
 * order of its calls.
 *   items  [count] in the order of their first tiles
 *   made   false, with nothing done, if the calls cannot run together in this way, see vfi_dispatch_together_when
 *   batch  out: the kept list that vfi_batch_again makes; NULL: the list is not kept, or was not made
 * Errors: the errors of vfi_calls_again and vfi_dispatch_together_when. */
vf_status vfi_batch_make(const vfi_batch_item *items, int count, bool *made, vfi_batch **batch);

/* Makes a kept list, whose calls live, in an order in which vfi_batch_make has made the list.
 *   made  false, with nothing done, if the list is not kept, or see vfi_calls_again
 * Errors: the errors of vfi_calls_again. */
vf_status vfi_batch_again(const vfi_batch *batch, bool *made);

/* The same for a list in the order of the calls; the list is always made. Errors: the errors of
 * vf_dispatch_together. */
vf_status vfi_batch_make_in_order(const vfi_batch_item *items, int count);

/* Forgets all lists. */
void vfi_batches_forget(void);

#endif
