/* Lists of calls that were made before, which are made again without being looked at. Lock of the queue held. */
#ifndef VIEWFAB_DROP_IN_BATCH_H
#define VIEWFAB_DROP_IN_BATCH_H

#include "prepared.h"
#include "tiles.h"

/* A call of a list, whose place there the call knows. */
typedef struct vf_batch_item {
  vf_prepared *call;
  vf_tiles tiles;  /* its boxes, which share no cell */
  int clear_until; /* it is independent of those behind it up to this place */
} vf_batch_item;

/* Makes a list of calls of one kernel, if it was made before and nothing has changed.
 *   in_order  the list is as the program made the calls; else only lists serve whose order makes no difference
 *   made      whether it did
 * Errors: those of vf_calls_again. */
vf_status vf_batch_again(const vf_batch_item *items, int count, bool in_order, bool *made);

/* Makes a list in its order, and keeps it for the next time. Errors: those of vf_dispatch_together. */
vf_status vf_batch_make(const vf_batch_item *items, int count);

/* Forgets all lists. */
void vf_batches_forget(void);

#endif
