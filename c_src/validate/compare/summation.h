/* How much the order of its additions may change a sum. */
#ifndef VIEWFAB_VALIDATE_COMPARE_SUMMATION_H
#define VIEWFAB_VALIDATE_COMPARE_SUMMATION_H

#include "../images/images.h"

/* Whatever their order, n additions are off by no more than n/2 epsilon times the sum of the terms' magnitudes; a few
 * epsilon more are the terms' own roundings. The terms are those of the port, evaluated on the host.
 *   result  of the sum
 *   needed  the difference that is to be explained: terms are looked at one by one only where sums of them, which are
 *           cheaper, show less than that
 * Returns at least needed where the order explains it, else what it explains; 0 where a term is no number. Takes no
 * memory. Lock held. */
double vf_summation_bound(const vf_images *images, double result, double needed);

#endif
