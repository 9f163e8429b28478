/* What the comparison of a run says, put in words. */
#ifndef VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H
#define VIEWFAB_VALIDATE_ROUTINE_FINDINGS_H

#include "routine.h"

/* Compares all that the run lists. allowed: with what the rerun of disturbed inputs allows. Returns whether something
 * differs that such a rerun may explain. Lock held. */
bool vf_routine_compare(vf_routine_run *run, bool allowed);

/* Adds to the tallies and notes what is wrong. Lock held. */
void vf_routine_findings(vf_routine_run *run);

#endif
