/* Kernels over columns: causes of a difference, from the values along the levels. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_COLUMN_CAUSES_H
#define VIEWFAB_VALIDATE_FINDINGS_COLUMN_CAUSES_H

#include "../images/images.h"

enum { VF_CAUSE_TEXT = 320 };

/* The mistakes with values that can be computed from the original's values: indices in each other's place, a scan from
 * the other end, another sign, assigned in place of accumulated. Returns true if one mistake explains the whole
 * difference; text names the mistake. */
bool vf_column_cause(char text[VF_CAUSE_TEXT], const vf_images *images, const vf_image *image,
                     const vf_comparison *found, const vf_tolerance *tolerance);

/* The trace of a carried value: the same difference on all levels, or a difference that grows along them. This cause is
 * weaker, and is asked last. */
bool vf_column_carried(char text[VF_CAUSE_TEXT], const vf_images *images, const vf_image *image,
                       const vf_comparison *found, const vf_tolerance *tolerance);

#endif
