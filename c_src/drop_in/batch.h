/* Lists of calls that were made before, which are made again without being looked at. Lock of the queue held. */
#ifndef VIEWFAB_DROP_IN_BATCH_H
#define VIEWFAB_DROP_IN_BATCH_H

#include "../core/together.h"
#include "prepared.h"
#include "tiles.h"

/* A call of a list, whose place there the call knows. */
typedef struct vf_batch_item {
  vf_prepared *call;
  vf_tiles tiles;    /* its boxes, which share no cell */
  vf_made_when when; /* its tiles were made */
  int clear_until;   /* it is independent of those behind it up to this place */
} vf_batch_item;

/* Makes a list of calls of one kernel, and keeps it for the next time. A list that was made before is found in whatever order
 * its calls are.
 *   items  [count] in the order of their first tiles
 *   made   false, with nothing done, where the calls cannot run together in this way, see vf_dispatch_together_when
 * Errors: those of vf_calls_again and vf_dispatch_together_when. */
vf_status vf_batch_make(const vf_batch_item *items, int count, bool *made);

/* The same for a list in the order of the calls, which is always made. Errors: those of vf_dispatch_together. */
vf_status vf_batch_make_in_order(const vf_batch_item *items, int count);

/* Forgets all lists. */
void vf_batches_forget(void);

#endif
