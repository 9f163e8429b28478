/* A check on perturbed inputs. Smooth fields, uniform grids and constant coefficients hide errors: neighbours that were
 * mistaken for each other have the same values. So, behind a call that was checked, the same check is made once more on
 * inputs of which every real number is a little different, each by another amount, and all arrays get back what they held. */
#ifndef VIEWFAB_VALIDATE_PERTURBED_H
#define VIEWFAB_VALIDATE_PERTURBED_H

#include "images/images.h"

typedef struct vf_perturbed {
  vf_images images;                /* which arrays, and the part of each that the call can touch */
  char *inputs[VF_MAX_ARGUMENTS];  /* [image] what the call finds */
  char *outputs[VF_MAX_ARGUMENTS]; /* [image] what it leaves */
  vf_ledger *ledger;               /* of the check on perturbed inputs alone */
} vf_perturbed;

/* Before the call: keeps its inputs, and takes all memory that its own arrays need. Lock held. Errors: VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. Give it back in either case. */
vf_status vf_perturbed_take(vf_perturbed *perturbed, const vf_call *call, const vf_checked *checked,
                            const vf_box_list *list, const vf_ledger *ledger);
void vf_perturbed_give(vf_perturbed *perturbed);

/* Behind the call: the check on perturbed inputs; what it finds is noted with the seed. Sides, states and values of all
 * arrays are those that the call left. Without memory for a check a remark says so. Lock held; it is released while the
 * original runs. Errors: VF_ERROR_DEVICE. */
vf_status vf_perturbed_check(vf_perturbed *perturbed, vf_ledger *ledger);

#endif
