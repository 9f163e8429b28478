/* What the comparison of a run says, put in words. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H
#define VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H

#include "routine.h"

/* Compares all that the run lists, with what reruns on changed inputs explain. Returns whether something differs that
 * another such rerun may explain. Lock held. */
bool vf_routine_compare(vf_routine_run *run);

/* Whether the original changes by more than rounding may explain where something differs. */
bool vf_routine_doubtful(const vf_routine_run *run);

/* Adds to the tallies and notes what is wrong. Lock held. */
void vf_routine_findings(vf_routine_run *run);

#endif
