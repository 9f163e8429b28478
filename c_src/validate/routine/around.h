/* Arrays that a routine uses but the list of vf_check_begin does not have. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_AROUND_H
#define VIEWFAB_VALIDATE_ROUTINE_AROUND_H

#include "routine.h"

/* Behind the port: names the arrays that the port wrote through viewfab. Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_routine_around_port(vf_routine_run *run);

/* Before the original, in the first checked run of a routine: takes signatures of all other arrays on the host.
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_routine_around_watch(vf_routine_run *run);

/* Behind the original: names the arrays that the original changed on the host. Errors: VF_ERROR_MEMORY. */
vf_status vf_routine_around_original(vf_routine_run *run);

void vf_routine_around_free(vf_routine_run *run);

#endif
