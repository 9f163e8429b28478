/* First copies to the device of arrays of which a call overwrites a box: only what lies outside of it is sent. It goes
 * packed, and a launch puts it into its place. Lock held. */
#ifndef VIEWFAB_CORE_OUTSIDE_H
#define VIEWFAB_CORE_OUTSIDE_H

#include "array.h"

/* Whether sending what is outside of array->overwritten costs clearly less than sending all. */
bool vf_outside_pays(const vf_array *array);

/* Queues it. *sent: bytes, or 0 where memory for it is short: nothing was queued then, and the whole array has to be.
 * A native error code, or 0. */
int vf_outside_queue(vf_array *array, size_t *sent);

/* Gives back what the copy took, once the queue has been waited for. */
void vf_outside_end(vf_array *array);

#endif
