/* First copies to the device of arrays with a box that the call overwrites: only the elements outside of the box are
 * sent. They go packed, and a launch puts them into their places. Lock held. */
#ifndef VIEWFAB_CORE_OUTSIDE_H
#define VIEWFAB_CORE_OUTSIDE_H

#include "array.h"

/* True if sending the elements outside of array->overwritten costs clearly less than sending all. */
bool vf_outside_pays(const vf_array *array);

/* Queues the copy. *sent: bytes, or 0 if memory is short: then nothing was queued, and the whole array has to be
 * copied. Returns a native error code, or 0. */
int vf_outside_queue(vf_array *array, size_t *sent);

/* Frees the memory of the copy, after a wait for the queue. */
void vf_outside_end(vf_array *array);

#endif
