/* Kernels over columns: what the values along the levels say of a difference. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_COLUMN_CAUSES_H
#define VIEWFAB_VALIDATE_FINDINGS_COLUMN_CAUSES_H

#include "../images/images.h"

enum { VF_CAUSE_TEXT = 320 };

/* The mistakes whose values can be computed from those of the original: indices in each other's place, a scan from the other
 * end, another sign, assigned in place of accumulated. Returns whether one explains all that differs; text says which. */
bool vf_column_cause(char text[VF_CAUSE_TEXT], const vf_images *images, const vf_image *image,
                     const vf_comparison *found, const vf_tolerance *tolerance);

/* What a carried value leaves behind: the same difference on all levels, or one that grows along them. It is weaker, and is
 * asked last. */
bool vf_column_carried(char text[VF_CAUSE_TEXT], const vf_images *images, const vf_image *image,
                       const vf_comparison *found, const vf_tolerance *tolerance);

#endif
