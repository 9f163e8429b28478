/* Diagnosis: a simple mistake that would explain a difference. */
#ifndef VIEWFAB_VALIDATE_FINDINGS_DIAGNOSIS_H
#define VIEWFAB_VALIDATE_FINDINGS_DIAGNOSIS_H

#include "../images/images.h"

/* Notes the first explanation that fits, if there is one. Lock held; the lock is released while the original is tried
 * with other values. */
vf_status vf_diagnose(vf_images *images, const vf_image *image, const vf_comparison *comparison,
                      const vf_tolerance *tolerance, vf_ledger *ledger);

#endif
