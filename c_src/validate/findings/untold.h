/* Hosts that change an array without telling: the device computes with the values from before. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_UNTOLD_H
#define VIEWFAB_VALIDATE_FINDINGS_UNTOLD_H

#include "../images/images.h"

/* Looks for arrays that a call only reads, whose two sides are both said to hold the newest values, and do not hold the
 * same. The original was given the host's values, and the port the device's. Notes the arrays as a cause. Lock held.
 *   argument  of the array that differs, for the note
 *   found     out: whether there are any
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_untold_diagnose(const vf_images *images, int argument, vf_ledger *ledger, bool *found);

#endif
