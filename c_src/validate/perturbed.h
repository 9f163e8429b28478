/* A check on perturbed inputs. Smooth fields, uniform grids and constant coefficients hide errors: mistaken neighbours
 * have the same values. So, behind a checked call, the same check is made once more on perturbed inputs: every real
 * number is a little different, each by another amount, and all arrays get their contents back. */
#ifndef VIEWFAB_VALIDATE_PERTURBED_H
#define VIEWFAB_VALIDATE_PERTURBED_H

#include "images/images.h"

typedef struct vf_perturbed {
  vf_images images;                /* arrays, and the part of each that the call can touch */
  char *inputs[VF_MAX_ARGUMENTS];  /* [image] inputs of the call */
  char *outputs[VF_MAX_ARGUMENTS]; /* [image] outputs of the call */
  vf_ledger *ledger;               /* of the check on perturbed inputs alone */
} vf_perturbed;

/* Before the call: keeps its inputs, and takes all memory for its own arrays. Lock held. Errors: VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. Give it back in either case. */
vf_status vf_perturbed_take(vf_perturbed *perturbed, const vf_call *call, const vf_checked *checked,
                            const vf_box_list *list, const vf_ledger *ledger);
void vf_perturbed_give(vf_perturbed *perturbed);

/* Behind the call: the check on perturbed inputs; findings are noted with the seed. Sides, states and values of all
 * arrays are the same as behind the call. Without memory for a check a remark says so. Lock held; the lock is released
 * while the original runs. Errors: VF_ERROR_DEVICE. */
vf_status vf_perturbed_check(vf_perturbed *perturbed, vf_ledger *ledger);

#endif
