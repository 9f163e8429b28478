/* A port that does too little: the places of elements that the original alone changes. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_UNTOUCHED_H
#define VIEWFAB_VALIDATE_FINDINGS_UNTOUCHED_H

#include "../images/images.h"

/* Notes the elements that the original changes without owning them and the port leaves alone, with the common property
 * of their places. Lock held. */
void vf_untouched_note(const vf_images *images, const vf_image *image, const vf_comparison *found, vf_ledger *ledger);

/* Words for a set of faces, counted as in vf_boundary: "x low, y low and z high". */
enum { VF_FACES_TEXT = 64 };
const char *vf_faces_text(char text[VF_FACES_TEXT], unsigned faces);

#endif
