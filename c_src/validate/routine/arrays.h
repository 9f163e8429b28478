/* The arrays of a run: what they hold at its begin, and the memory and states in which port and original find them. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H
#define VIEWFAB_VALIDATE_ROUTINE_ARRAYS_H

#include "routine.h"

/* Lists the arrays of the run's views and keeps what they hold. All memory that the run will need is taken here. Lock
 * held. Errors: VF_ERROR_NULL (a view), VF_ERROR_MEMORY, VF_ERROR_DEVICE. Free it in either case. */
vf_status vf_routine_arrays_take(vf_routine_run *run);
void vf_routine_arrays_free(vf_routine_run *run);

/* VF_ERROR_STATE where a view was released since; its array is gone then, unless another view holds it. */
vf_status vf_routine_arrays_check(vf_routine_run *run);

/* Keeps what the port made. */
vf_status vf_routine_arrays_port(vf_routine_run *run);

/* Puts what the arrays held at the begin into the host's memory, which is the newest side then. by: how each real number is
 * changed; NULL: not at all. */
void vf_routine_arrays_show(const vf_routine_run *run, const vf_disturbance *by);

/* Keeps what the original made. rerun: of a rerun. */
vf_status vf_routine_arrays_collect(vf_routine_run *run, bool rerun);

/* Both sides and the state of all arrays are again as the port left them. */
vf_status vf_routine_arrays_restore(const vf_routine_run *run);

/* Puts the original's results in place of the port's, on the sides that are valid. */
vf_status vf_routine_arrays_keep_original(const vf_routine_run *run);

/* Whether the array is that of a listed view, or of one that vf_check_scratch names. */
bool vf_routine_arrays_have(const vf_routine_run *run, const vf_array *array);

#endif
