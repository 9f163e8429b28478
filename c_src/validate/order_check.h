/* The order check: the port once more, with its points in another order. */
#ifndef VIEWFAB_VALIDATE_ORDER_CHECK_H
#define VIEWFAB_VALIDATE_ORDER_CHECK_H

#include "images/images.h"

/* The memory of the check; the check takes it before the port runs for the first time. */
typedef struct vf_order {
  char *results[VF_MAX_ARGUMENTS], *inputs[VF_MAX_ARGUMENTS]; /* [image] of written arrays */
  vf_box_list parts;
  vf_box *domains;
} vf_order;

/* Errors: VF_ERROR_MEMORY. Lock held. Give it back in either case. */
vf_status vf_order_take(const vf_images *images, vf_order *order);
void vf_order_give(const vf_images *images, vf_order *order);

/* Each box is cut into up to 4 x 4 x 4 parts, which run one after the other, from the last to the first and then from
 * the first to the last.
 * and then from the first to the last. Notes arrays
 * whose bits change. Kernels over ghosts and reductions have no order of points to check. Lock held. */
vf_status vf_order_check(vf_images *images, vf_order *order, vf_ledger *ledger);

#endif
