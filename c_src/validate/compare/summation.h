/* How much the order of its additions may change a sum. */
#ifndef VIEWFAB_VALIDATE_COMPARE_SUMMATION_H
#define VIEWFAB_VALIDATE_COMPARE_SUMMATION_H

#include "../images/images.h"

/* Whatever their order, n additions are off by no more than n/2 epsilon times the sum of the terms' magnitudes; a few
 * epsilon more are the terms' own roundings. The terms are the port's, evaluated on the host.
 *   number  of the result
 *   result  of the sum
 *   needed  the difference to explain: single terms are read only if sums of them, which are cheaper, show less than
 *           the difference
 *   bound   out: at least needed if the order explains the difference, else the explained part; 0 if a term is no
 *   number
 * Takes memory only if the kernel writes arrays. Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_summation_bound(vf_images *images, int number, double result, double needed, double *bound);

/* The contribution of one point to a result; NaN for an unknown contribution.
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_summation_term(vf_images *images, int number, const vf_place *place, double *term);

#endif
