/* Findings: what a comparison says, put in words. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H
#define VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H

#include "../images/images.h"

/* What a comparison of a written array gave, and by which tolerance. */
typedef struct vf_compared {
  vf_tolerance tolerance; /* with what rounding explains in most elements */
  vf_comparison found;
  bool varies; /* the original gives other results in each run on the same inputs */
} vf_compared;

/* Compares a written array. Lock held. */
vf_status vf_findings_compare(vf_images *images, vf_image *image, vf_ledger *ledger, vf_compared *compared);

/* Adds what a comparison gave to the tallies, and notes what is wrong with the array. Lock held. */
vf_status vf_findings_note(vf_images *images, vf_image *image, vf_ledger *ledger, const vf_compared *compared);

/* The same for one of the results, and its place. */
vf_status vf_findings_of_result(vf_images *images, vf_ledger *ledger, int number, const vf_results *original,
                                const vf_results *port);

/* Arrays that are only read, and yet have changed since the call began, and by whom. Lock held. */
vf_status vf_findings_of_inputs(vf_images *images, vf_ledger *ledger);

/* How often something that fails a port was found, over all calls, and the text of the last such finding. */
int64_t vf_findings_count(const vf_ledger *ledger);
const char *vf_findings_last(const vf_ledger *ledger);

#endif
