/* The order check: the port once more, with its points in another order. */
#ifndef VIEWFAB_VALIDATE_ORDER_H
#define VIEWFAB_VALIDATE_ORDER_H

#include "images.h"

/* Each box is cut into up to 4 x 4 x 4 parts, which run one after the other, from the last to the first
 * and then from the first to the last. Notes arrays
 * whose bits change. Kernels over ghosts and reductions have no order of points to check. Lock held. */
vf_status vf_order_check(vf_images *images, vf_ledger *ledger);

#endif
