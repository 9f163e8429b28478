/* A rerun: the original once more, on the same or on changed inputs, in memory of its own. */
#ifndef VIEWFAB_VALIDATE_ORIGINAL_RERUN_H
#define VIEWFAB_VALIDATE_ORIGINAL_RERUN_H

#include "images/images.h"

typedef struct vfi_rerun {
  char *copies[VF_MAX_ARGUMENTS];  /* [image] memory of the original */
  char *instead[VF_MAX_ARGUMENTS]; /* [argument] contents of an argument in place of its view's; borrowed */
  vf_value values[VF_MAX_ARGUMENTS];
  vfi_results results;
} vfi_rerun;

/* Copies the inputs: of written arrays, or of all. Lock held. Give it back in either case. */
vf_status vfi_rerun_take(vfi_images *images, bool all, vfi_rerun *rerun);
void vfi_rerun_give(const vfi_images *images, vfi_rerun *rerun);

/* Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vfi_rerun_run(vfi_images *images, const vfi_ledger *ledger, vfi_rerun *rerun);

/* Compares the port's results with the results of the rerun. */
vf_status vfi_rerun_compare(vfi_images *images, const vfi_image *image, const vfi_rerun *rerun,
                            const vf_tolerance *tolerance, vfi_comparison *comparison);

#endif
