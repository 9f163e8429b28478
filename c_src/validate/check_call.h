/* A checked call runs original and port on the same inputs, and compares their written arrays. Two further checks are
 * optional: the port with its points in another order, and both on perturbed inputs. */
#ifndef VIEWFAB_VALIDATE_CHECK_CALL_H
#define VIEWFAB_VALIDATE_CHECK_CALL_H

#include "../core/execute.h"
#include "images/images.h"
#include "ledger.h"

/* Lock held; the lock is released while original and port run. Errors: the errors of the port; VF_ERROR_MISMATCH if the
 * settings say that a finding stops the program. */
vf_status vfi_check_run(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list, vfi_ledger *ledger);

/* One check by itself: no finding stops the program, and inputs are not perturbed. The list has boxes. Lock held; the
 * lock is released while port and original run. A failing call has changed nothing. */
vf_status vfi_check_once(const vfi_call *call, const vfi_checked *checked, const vfi_box_list *list,
                         vfi_ledger *ledger);

/* The order check: the port once more, with its points in another order. The memory of the check is taken before the
 * port runs for the first time. */
typedef struct vfi_order {
  char *results[VF_MAX_ARGUMENTS], *inputs[VF_MAX_ARGUMENTS]; /* [image] of written arrays */
  vfi_box_list parts;
  vf_box *domains;
} vfi_order;

/* Errors: VF_ERROR_MEMORY. Lock held. Give it back in either case. */
vf_status vfi_order_take(const vfi_images *images, vfi_order *order);
void vfi_order_give(const vfi_images *images, vfi_order *order);

/* Each box is cut into up to 4 x 4 x 4 parts, which run one after the other, from the last to the first and then from
 * the first to the last. Notes arrays whose bits change. Kernels over ghosts and reductions have no order of points to
 * check. Lock held. */
vf_status vfi_order_check(vfi_images *images, vfi_order *order, vfi_ledger *ledger);

/* A check on perturbed inputs. Smooth fields, uniform grids and constant coefficients hide errors, because a wrong
 * neighbour has the same value. After a checked call the same check is therefore repeated on perturbed inputs: every real
 * number is changed by a small amount of its own. Afterwards all arrays get their contents back. */
typedef struct vfi_perturbed {
  vfi_images images;               /* arrays, and the part of each that the call can touch */
  char *inputs[VF_MAX_ARGUMENTS];  /* [image] inputs of the call */
  char *outputs[VF_MAX_ARGUMENTS]; /* [image] outputs of the call */
  vfi_ledger *ledger;              /* of the check on perturbed inputs alone */
} vfi_perturbed;

/* Before the call: keeps its inputs, and takes all memory for its own arrays. Lock held. Errors: VF_ERROR_MEMORY,
 * VF_ERROR_DEVICE. Give it back in either case. */
vf_status vfi_perturbed_take(vfi_perturbed *perturbed, const vfi_call *call, const vfi_checked *checked,
                             const vfi_box_list *list, const vfi_ledger *ledger);
void vfi_perturbed_give(vfi_perturbed *perturbed);

/* Behind the call: the check on perturbed inputs; findings are noted with the seed. Sides, states and values of all
 * arrays are the same as behind the call. Without memory for a check a remark says so. Lock held; the lock is released
 * while the original runs. Errors: VF_ERROR_DEVICE. */
vf_status vfi_perturbed_check(vfi_perturbed *perturbed, vfi_ledger *ledger);

/* The remark that the present call was checked on its true inputs alone, and why. */
void vfi_perturbed_unchecked(vfi_ledger *ledger, const char *why);

#endif
