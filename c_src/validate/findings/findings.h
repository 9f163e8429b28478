/* Findings: the results of a comparison in words. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H
#define VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H

#include "../images/images.h"

/* The result of a comparison of a written array, with its tolerance. */
typedef struct vf_compared {
  vf_tolerance tolerance; /* with the differences that rounding explains in most elements */
  vf_comparison found;
  bool varies; /* the original gives other results in each run on the same inputs */
} vf_compared;

/* Compares a written array. Lock held. */
vf_status vf_findings_compare(vf_images *images, vf_image *image, vf_ledger *ledger, vf_compared *compared);

/* Adds the result of a comparison to the tallies, and notes errors of the array. Lock held. */
vf_status vf_findings_note(vf_images *images, vf_image *image, vf_ledger *ledger, const vf_compared *compared);

/* The same for one of the results, and its place. */
vf_status vf_findings_of_result(vf_images *images, vf_ledger *ledger, int number, const vf_results *original,
                                const vf_results *port);

/* Arrays that are only read, but have changed since the call began, and the side that changed them. Lock held. */
vf_status vf_findings_of_inputs(vf_images *images, vf_ledger *ledger);

/* Number of failing findings over all calls, and the text of the last such finding. */
int64_t vf_findings_count(const vf_ledger *ledger);
const char *vf_findings_last(const vf_ledger *ledger);

#endif
