/* How much rounding alone, or the order of additions, may make two correct implementations differ. */
#ifndef VIEWFAB_VALIDATE_COMPARE_ROUNDING_H
#define VIEWFAB_VALIDATE_COMPARE_ROUNDING_H

#include "../images/images.h"
#include "slack.h"

/* The tolerance of a kernel: its own, or the default. */
vf_tolerance vfi_tolerance_of(const vfi_ledger *ledger, const vfi_checked *checked);

/* The same by the type of the compared values. */
vf_tolerance vfi_tolerance_for(const vfi_ledger *ledger, vf_type type);

/* The change of inputs: each number by one in its last place, or by the cap on rounding, a millionth (real32: a
 * thousandth) of itself. Up or down by a hash of its place; another pattern is another choice. */
typedef struct vfi_disturbance {
  int pattern;
  bool to_the_cap;
} vfi_disturbance;

/* Zeros, and values that are no number, stay. */
void vfi_rounding_disturb(char *memory, size_t bytes, vf_type type, vfi_disturbance by);

/* Runs the original twice more, on inputs with changes in their last place, and by the cap.
 *   image  the written array to look at
 *   slack  in and out: of the elements of its layout
 * Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vfi_rounding_measure(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image, int pattern,
                               vfi_slack *slack);

/* The same for a result: the size of its change.
 *   result  of the original on the true inputs */
vf_status vfi_rounding_of_number(vfi_images *images, const vfi_ledger *ledger, int number, double result,
                                 double *change, double *by_cap);

/* Runs the original once more, on inputs that the original has changed itself, as found by the port.
 *   found  out: of the port beside this run
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_rounding_on_changed(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image,
                                  const vf_tolerance *tolerance, vfi_comparison *found);

/* The same for a result: the original's result in this run. */
vf_status vfi_rounding_number_on_changed(vfi_images *images, const vfi_ledger *ledger, int number, double *result);

/* *varies becomes true if the original gives something else once more on the true inputs, beyond the tolerance.
 *   image           the written array to look at; NULL: a result
 *   number, result  with image NULL, as above */
vf_status vfi_rounding_varies(vfi_images *images, const vfi_ledger *ledger, const vfi_image *image, int number,
                              double result, bool *varies);

/* How much the order of its additions may change a sum. Whatever their order, n additions are off by no more than n/2
 * epsilon times the sum of the terms' magnitudes; a few epsilon more are the terms' own roundings. The terms are the
 * port's, evaluated on the host.
 *   number  of the result
 *   result  of the sum
 *   needed  the difference to explain: single terms are read only if sums of them, which are cheaper, show less than
 *           the difference
 *   bound   out: at least needed if the order explains the difference, else the explained part; 0 if a term is no
 *   number
 * Takes memory only if the kernel writes arrays. Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_summation_bound(vfi_images *images, int number, double result, double needed, double *bound);

/* The contribution of one point to a result; NaN for an unknown contribution.
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_summation_term(vfi_images *images, int number, const vf_place *place, double *term);

#endif
