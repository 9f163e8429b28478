/* How much rounding alone may make two correct implementations differ. */
#ifndef VIEWFAB_VALIDATE_COMPARE_ROUNDING_H
#define VIEWFAB_VALIDATE_COMPARE_ROUNDING_H

#include "../images/images.h"
#include "slack.h"

/* The tolerance of a kernel: its own, or the default. */
vf_tolerance vf_tolerance_of(const vf_ledger *ledger, const vf_checked *checked);

/* The same by the type of the compared values. */
vf_tolerance vf_tolerance_for(const vf_ledger *ledger, vf_type type);

/* The change of inputs: each number by one in its last place, or by the cap on rounding, a millionth (real32: a
 * thousandth) of itself. Up or down by a hash of its place; another pattern is another choice. */
typedef struct vf_disturbance {
  int pattern;
  bool to_the_cap;
} vf_disturbance;

/* Zeros, and values that are no number, stay. */
void vf_rounding_disturb(char *memory, size_t bytes, vf_type type, vf_disturbance by);

/* Runs the original twice more, on inputs with changes in their last place, and by the cap.
 *   image  the written array to look at
 *   slack  in and out: of the elements of its layout
 * Lock held; the lock is released while the original runs. Errors: VF_ERROR_MEMORY. */
vf_status vf_rounding_measure(vf_images *images, const vf_ledger *ledger, const vf_image *image, int pattern,
                              vf_slack *slack);

/* The same for a result: the size of its change.
 *   result  of the original on the true inputs */
vf_status vf_rounding_of_number(vf_images *images, const vf_ledger *ledger, int number, double result, double *change,
                                double *by_cap);

/* Runs the original once more, on inputs that the original has changed itself, as found by the port.
 *   found  out: of the port beside this run
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_rounding_on_changed(vf_images *images, const vf_ledger *ledger, const vf_image *image,
                                 const vf_tolerance *tolerance, vf_comparison *found);

/* The same for a result: the original's result in this run. */
vf_status vf_rounding_number_on_changed(vf_images *images, const vf_ledger *ledger, int number, double *result);

/* *varies becomes true if the original gives something else once more on the true inputs, beyond the tolerance.
 *   image           the written array to look at; NULL: a result
 *   number, result  with image NULL, as above */
vf_status vf_rounding_varies(vf_images *images, const vf_ledger *ledger, const vf_image *image, int number,
                             double result, bool *varies);

#endif
