/* The comparison of a run in words. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H
#define VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H

#include "routine.h"

/* Compares the whole list of the run, with the explanations by reruns on changed inputs. Returns true if another such
 * rerun may explain a remaining difference. Lock held. */
bool vf_routine_compare(vf_routine_run *run);

/* True if the original changes by more than rounding may explain in differing elements. */
bool vf_routine_doubtful(const vf_routine_run *run);

/* VF_ERROR_MISMATCH if this call has a failing finding, with its text. Lock held. */
vf_status vf_routine_mismatch(const vf_ledger *ledger, int64_t call);

/* Adds to the tallies and notes errors. Lock held. */
void vf_routine_findings(vf_routine_run *run);

#endif
