/* How much rounding alone may make two correct implementations differ. */
#ifndef VIEWFAB_VALIDATE_COMPARE_ROUNDING_H
#define VIEWFAB_VALIDATE_COMPARE_ROUNDING_H

#include "../images/images.h"

/* The tolerance of a kernel: its own, or the default. */
vf_tolerance vf_tolerance_of(const vf_ledger *ledger, const vf_checked *checked);

/* The same by the type of what is compared. */
vf_tolerance vf_tolerance_for(const vf_ledger *ledger, vf_type type);

/* Changes every real element by one in its last place, up or down; zeros and what is no number stay.
 *   pattern  which go up; another number gives others */
void vf_rounding_disturb(char *memory, size_t bytes, vf_type type, int pattern);

/* Runs the original again, on inputs of which every real element is changed by one in its last place, up or down.
 *   image   the written array to look at; NULL: a result
 *   number  of the result; with image NULL
 *   result  that of the original on the true inputs; with image NULL
 *   change  out: 8 times the largest change of what the original writes
 * Lock held; it is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vf_rounding_measure(vf_images *images, const vf_ledger *ledger, const vf_image *image, int number,
                              double result, double *change);

/* Largest magnitude among the finite real inputs of the call, within their windows; 0 where there are none. Lock held.
 */
vf_status vf_rounding_scale(vf_images *images, double *scale);

#endif
