/* A trial: the original once more, on the same or on changed inputs, in memory of its own. */
#ifndef VIEWFAB_VALIDATE_TRIAL_H
#define VIEWFAB_VALIDATE_TRIAL_H

#include "images.h"

typedef struct vf_trial {
  char *copies[VF_MAX_ARGUMENTS];  /* [image] what the original works on */
  char *instead[VF_MAX_ARGUMENTS]; /* [argument] contents that an argument has in place of its view's; borrowed */
  vf_value values[VF_MAX_ARGUMENTS];
  double result;
} vf_trial;

/* Copies the inputs: those of written arrays, or of all. Lock held. Give it back in either case. */
vf_status vf_trial_take(vf_images *images, bool all, vf_trial *trial);
void vf_trial_give(const vf_images *images, vf_trial *trial);

/* Lock held; it is released while the original runs. */
void vf_trial_run(vf_images *images, const vf_ledger *ledger, vf_trial *trial);

/* Compares what the port wrote with what the trial gave. */
vf_status vf_trial_compare(vf_images *images, const vf_image *image, const vf_trial *trial,
                           const vf_tolerance *tolerance, vf_comparison *comparison);

#endif
