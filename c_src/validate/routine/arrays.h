/* The arrays of a run: their contents at its begin, and the memory and states for port and original. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H
#define VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H

#include "routine.h"

/* Lists the arrays of the run's views and keeps their contents. All memory for the run is taken here. Lock held.
 * Errors: VF_ERROR_NULL (a view), VF_ERROR_MEMORY, VF_ERROR_DEVICE. Free it in either case. */
vf_status vf_routine_arrays_take(vf_routine_run *run);
void vf_routine_arrays_free(vf_routine_run *run);

/* VF_ERROR_STATE if a view was released since; its array is gone then, unless another view holds the array. */
vf_status vf_routine_arrays_check(vf_routine_run *run);

/* Keeps the port's results. */
vf_status vf_routine_arrays_port(vf_routine_run *run);

/* Puts the arrays' contents at the begin into the host's memory, which is the newest side then. by: the change of each
 * real number; NULL: none. */
void vf_routine_arrays_show(const vf_routine_run *run, const vf_disturbance *by);

/* Keeps the original's results. rerun: of a rerun. */
vf_status vf_routine_arrays_collect(vf_routine_run *run, bool rerun);

/* Both sides and the state of all arrays are again as the port left them. */
vf_status vf_routine_arrays_restore(const vf_routine_run *run);

/* Puts the original's results in place of the port's, on the valid sides. */
vf_status vf_routine_arrays_keep_original(const vf_routine_run *run);

/* True if the array belongs to a listed view, or to a view of vf_check_scratch. */
bool vf_routine_arrays_have(const vf_routine_run *run, const vf_array *array);

#endif
