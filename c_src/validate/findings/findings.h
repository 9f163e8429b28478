/* Findings: the results of a comparison in words. Agreement of port and original is within the tolerance, or within
 * rounding if no tolerance was chosen (agreement.c). */
#ifndef VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H
#define VIEWFAB_VALIDATE_FINDINGS_FINDINGS_H

#include "../images/images.h"

/* The result of a comparison of a written array, with its tolerance. */
typedef struct vfi_compared {
  vf_tolerance tolerance; /* with the differences that rounding explains in most elements */
  vfi_comparison found;
  bool varies; /* the original gives other results in each run on the same inputs */
} vfi_compared;

/* Compares a written array. Lock held. */
vf_status vfi_findings_compare(vfi_images *images, vfi_image *image, vfi_ledger *ledger, vfi_compared *compared);

/* Adds the result of a comparison to the tallies, and notes errors of the array. Lock held. */
vf_status vfi_findings_note(vfi_images *images, vfi_image *image, vfi_ledger *ledger, const vfi_compared *compared);

/* The same for one of the results, and its place. */
vf_status vfi_findings_of_result(vfi_images *images, vfi_ledger *ledger, int number, const vfi_results *original,
                                 const vfi_results *port);

/* Arrays that are only read, but have changed since the call began, and the side that changed them. Lock held. */
vf_status vfi_findings_of_inputs(vfi_images *images, vfi_ledger *ledger);

/* The first structure of constants, from this argument on, whose real members are all 0; -1: none. */
int vfi_unset_argument(const vfi_call *call, int from);

/* Notes all such structures if an owned element of a written array is no finite number, in the port or in the original. Lock held. */
vf_status vfi_unset_note(const vfi_images *images, vfi_image *image, vfi_ledger *ledger);

/* Number of failing findings over all calls, and the text of the last such finding. */
int64_t vfi_findings_count(const vfi_ledger *ledger);
const char *vfi_findings_last(const vfi_ledger *ledger);

/* Notes the differences of a comparison that rounding alone explains, and the elements that rounding cannot judge
 * because it would explain anything. Lock held. */
void vfi_agreement_note(const vfi_images *images, const vfi_image *image, vfi_ledger *ledger,
                        const vfi_compared *compared);

/* The attempts to explain two numbers that differ. */
typedef struct vfi_rounding_of {
  double change; /* of the original, by the last places of its inputs; 0: not measured */
  bool explains, beyond_cap, varies;
} vfi_rounding_of;

/* Holds two numbers against each other.
 *   seen      out: for the tallies
 *   rounding  out: the attempts; NULL: not wanted
 *   agrees    out
 * Lock held. Errors: VF_ERROR_MEMORY. */
vf_status vfi_agreement_of_numbers(vfi_images *images, const vfi_ledger *ledger, int number, double original,
                                   double port, vfi_tally *seen, vfi_rounding_of *rounding, bool *agrees);

/* Notes the same for a number with a name in the report. */
void vfi_agreement_note_number(vfi_ledger *ledger, int argument, const char *name, const vfi_rounding_of *rounding);

/* A port that does too little: notes the elements that the original changes without owning them and the port leaves
 * alone, with the common property of their places. Lock held. */
void vfi_untouched_note(const vfi_images *images, const vfi_image *image, const vfi_comparison *found,
                        vfi_ledger *ledger);

/* Words for a set of faces, counted as in vf_boundary: "x low, y low and z high". */
enum { VF_FACES_TEXT = 64 };
const char *vfi_faces_text(char text[VF_FACES_TEXT], unsigned faces);

#endif
