/* Findings: what a comparison says, put in words. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_H
#define VIEWFAB_VALIDATE_FINDINGS_H

#include "images.h"

/* Compares a written array, adds to the tallies and notes what is wrong with it. Lock held. */
vf_status vf_findings_of_array(vf_images *images, vf_image *image, vf_ledger *ledger);

/* The same for the number of a reduction. */
vf_status vf_findings_of_result(vf_images *images, vf_ledger *ledger, double original, double port);

/* Arrays that are only read, and yet have changed since the call began, and by whom. Lock held. */
vf_status vf_findings_of_inputs(vf_images *images, vf_ledger *ledger);

/* How often something that fails a port was found, over all calls, and the text of the last such finding. */
int64_t vf_findings_count(const vf_ledger *ledger);
const char *vf_findings_last(const vf_ledger *ledger);

#endif
