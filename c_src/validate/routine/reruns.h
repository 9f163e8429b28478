/* Reruns: a routine's original once more, on changed inputs, to tell rounding from an error. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_RERUNS_H
#define VIEWFAB_VALIDATE_ROUTINE_RERUNS_H

#include "routine.h"

/* The original has run: gives it changed inputs. Errors: VF_ERROR_MEMORY. */
vf_status vf_routine_rerun_begin(vf_routine_run *run);

/* A rerun has run. again: the original is to run once more, on the inputs of the arrays now. Lock held. */
vf_status vf_routine_rerun_done(vf_routine_run *run, bool *again);

/* Distance of a rerun's number from the original's number. */
void vf_routine_rerun_number(vf_routine_run *run, vf_routine_value *value, double change);

#endif
