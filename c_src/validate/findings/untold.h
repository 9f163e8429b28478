/* Hosts that change an array without an announcement: the device computes with the values from before. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_UNTOLD_H
#define VIEWFAB_VALIDATE_FINDINGS_UNTOLD_H

#include "../images/images.h"

/* Looks for read-only arrays of a call with different values on host and device, though both sides are said to hold the
 * newest values. The original was given the host's values, and the port the device's. Notes the arrays as a cause.
 * Lock held.
 *   argument  of the differing array, for the note
 *   found     out: true if there are any
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE. */
vf_status vf_untold_diagnose(const vf_images *images, int argument, vf_ledger *ledger, bool *found);

#endif
