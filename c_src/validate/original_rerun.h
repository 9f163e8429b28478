/* A rerun: the original once more, on the same or on changed inputs, in memory of its own. */
#ifndef VIEWFAB_VALIDATE_ORIGINAL_RERUN_H
#define VIEWFAB_VALIDATE_ORIGINAL_RERUN_H

#include "images/images.h"

typedef struct vf_rerun {
  char *copies[VF_MAX_ARGUMENTS];  /* [image] memory of the original */
  char *instead[VF_MAX_ARGUMENTS]; /* [argument] contents of an argument in place of its view's; borrowed */
  vf_value values[VF_MAX_ARGUMENTS];
  vf_results results;
} vf_rerun;

/* Copies the inputs: of written arrays, or of all. Lock held. Give it back in either case. */
vf_status vf_rerun_take(vf_images *images, bool all, vf_rerun *rerun);
void vf_rerun_give(const vf_images *images, vf_rerun *rerun);

/* Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vf_rerun_run(vf_images *images, const vf_ledger *ledger, vf_rerun *rerun);

/* Compares the port's results with the results of the rerun. */
vf_status vf_rerun_compare(vf_images *images, const vf_image *image, const vf_rerun *rerun,
                           const vf_tolerance *tolerance, vf_comparison *comparison);

#endif
