/* Lists of calls that were made before; viewfab makes them again without a look at the calls. Lock of the queue
 * held. */
#ifndef VIEWFAB_DROP_IN_BATCH_H
#define VIEWFAB_DROP_IN_BATCH_H

#include "../core/together.h"
#include "prepared.h"
#include "tiles.h"

/* A call of a list, whose place there the call knows. */
typedef struct vf_batch_item {
  vf_prepared *call;
  vf_tiles tiles;    /* boxes of the call; they share no cell */
  vf_made_when when; /* its tiles were made */
  int clear_until;   /* the call is independent of the calls behind it up to this place */
} vf_batch_item;

/* Makes a list of calls of one kernel, and keeps it for the next time. A list that was made before is found in any
 * order of its calls.
 *   items  [count] in the order of their first tiles
 *   made   false, with nothing done, if the calls cannot run together in this way, see vf_dispatch_together_when
 * Errors: the errors of vf_calls_again and vf_dispatch_together_when. */
vf_status vf_batch_make(const vf_batch_item *items, int count, bool *made);

/* The same for a list in the order of the calls; the list is always made. Errors: the errors of
 * vf_dispatch_together. */
vf_status vf_batch_make_in_order(const vf_batch_item *items, int count);

/* Forgets all lists. */
void vf_batches_forget(void);

#endif
