/* What the comparison of a run says, put in words. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H
#define VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H

#include "routine.h"

/* Compares all that the run lists, with what reruns on changed inputs explain. Returns whether something differs that
 * another such rerun may explain. Lock held. */
bool vf_routine_compare(vf_routine_run *run);

/* Whether the original changes by more than rounding may explain where something differs. */
bool vf_routine_doubtful(const vf_routine_run *run);

/* VF_ERROR_MISMATCH where this call has found something that fails, with that as text. Lock held. */
vf_status vf_routine_mismatch(const vf_ledger *ledger, int64_t call);

/* Adds to the tallies and notes what is wrong. Lock held. */
void vf_routine_findings(vf_routine_run *run);

#endif
