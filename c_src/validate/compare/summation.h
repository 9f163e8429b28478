/* How much the order of its additions may change a sum. */
#ifndef VIEWFAB_VALIDATE_COMPARE_SUMMATION_H
#define VIEWFAB_VALIDATE_COMPARE_SUMMATION_H

#include "../images/images.h"

/* Whatever their order, n additions are off by no more than n/2 epsilon times the sum of the terms' magnitudes; a few
 * epsilon more are the terms' own roundings. The terms are those of the port, evaluated on the host.
 *   number  of the result
 *   result  of the sum
 *   needed  the difference that is to be explained: terms are looked at one by one only where sums of them, which are
 *           cheaper, show less than that
 *   bound   out: at least needed where the order explains it, else what it explains; 0 where a term is no number
 * Takes memory only where the kernel writes arrays. Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_summation_bound(vf_images *images, int number, double result, double needed, double *bound);

/* What one point gives to a result; a NaN where that cannot be told.
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_summation_term(vf_images *images, int number, const vf_place *place, double *term);

#endif
