/* Agreement of port and original: within the tolerance, or within rounding if no tolerance was chosen. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_AGREEMENT_H
#define VIEWFAB_VALIDATE_FINDINGS_AGREEMENT_H

#include "findings.h"

/* Notes the differences of a comparison that rounding alone explains, and the elements that rounding cannot judge
 * because it would explain anything. Lock held. */
void vf_agreement_note(const vf_images *images, const vf_image *image, vf_ledger *ledger, const vf_compared *compared);

/* The attempts to explain two numbers that differ. */
typedef struct vf_rounding_of {
  double change; /* of the original, by the last places of its inputs; 0: not measured */
  bool explains, beyond_cap, varies;
} vf_rounding_of;

/* Holds two numbers against each other.
 *   seen      out: for the tallies
 *   rounding  out: the attempts; NULL: not wanted
 *   agrees    out
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vf_agreement_of_numbers(vf_images *images, const vf_ledger *ledger, int number, double original, double port,
                                  vf_tally *seen, vf_rounding_of *rounding, bool *agrees);

/* Notes the same for a number with a name in the report. */
void vf_agreement_note_number(vf_ledger *ledger, int argument, const char *name, const vf_rounding_of *rounding);

#endif
