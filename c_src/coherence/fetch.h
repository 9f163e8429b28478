/* Copies of parts of an array between host and device, outside of core's moves: core's copies go by whole arrays, and
 * hold the lock. These may run in a signal handler. They give 0, or a code of the back end. */
#ifndef VIEWFAB_COHERENCE_FETCH_H
#define VIEWFAB_COHERENCE_FETCH_H

#include "../core/array.h"

/* Into pages that are shut, and stay shut. 0, or errno. */
int vfi_fetch_to_shut_pages(const vfi_array *array, size_t offset, size_t bytes);

/* Bytes [offset, offset + bytes) of the device's side, to and from open memory of the host; complete on return. */
int vfi_fetch_from_device(const vfi_array *array, size_t offset, size_t bytes, void *to);
int vfi_fetch_to_device(const vfi_array *array, size_t offset, size_t bytes, const void *from);

/* Around the calls of kernels that use an array on its device: accesses of other threads wait for the end of all of these calls. vfi_fetch_calls_run is false for the calls of the own thread. */
void vfi_fetch_call_uses(vfi_array *array);
void vfi_fetch_call_leaves(vfi_array *array);
bool vfi_fetch_calls_run(const vfi_array *array);
void vfi_fetch_wait_for_calls(const vfi_array *array);

#endif
