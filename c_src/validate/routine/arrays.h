/* The arrays of a run: their contents at its begin, and the memory and states for port and original; and arrays outside
 * the list of vf_check_begin (unlisted.c). */
#ifndef VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H
#define VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H

#include "routine.h"

/* Lists the arrays of the run's views and keeps their contents. All memory for the run is taken here. Lock held.
 * Errors: VF_ERROR_NULL (a view), VF_ERROR_MEMORY, VF_ERROR_DEVICE. Free it in either case. */
vf_status vfi_routine_arrays_take(vfi_routine_run *run);
void vfi_routine_arrays_free(vfi_routine_run *run);

/* VF_ERROR_STATE if a view was released since; its array is gone then, unless another view holds the array. */
vf_status vfi_routine_arrays_check(vfi_routine_run *run);

/* Keeps the port's results. */
vf_status vfi_routine_arrays_port(vfi_routine_run *run);

/* Puts the arrays' contents at the begin into the host's memory, which is the newest side then. by: the change of each
 * real number; NULL: none. */
void vfi_routine_arrays_show(const vfi_routine_run *run, const vfi_disturbance *by);

/* Keeps the original's results. rerun: of a rerun. */
vf_status vfi_routine_arrays_collect(vfi_routine_run *run, bool rerun);

/* Both sides and the state of all arrays are again as the port left them. */
vf_status vfi_routine_arrays_restore(const vfi_routine_run *run);

/* Puts the original's results in place of the port's, on the valid sides. */
vf_status vfi_routine_arrays_keep_original(const vfi_routine_run *run);

/* True if the array belongs to a listed view, or to a view of vf_check_scratch. */
bool vfi_routine_arrays_have(const vfi_routine_run *run, const vfi_array *array);

/* Behind the port: names the unlisted arrays that the port wrote through viewfab. Lock held. Errors:
 * VF_ERROR_MEMORY. */
vf_status vfi_routine_unlisted_port(vfi_routine_run *run);

/* Before the original, in the first checked run of a routine: takes signatures of all other arrays on the host.
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_routine_unlisted_watch(vfi_routine_run *run);

/* Behind the original: names the unlisted arrays with changes by the original on the host. Errors: VF_ERROR_MEMORY. */
vf_status vfi_routine_unlisted_original(vfi_routine_run *run);

void vfi_routine_unlisted_free(vfi_routine_run *run);

#endif
