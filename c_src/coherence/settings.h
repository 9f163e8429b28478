/* The wishes of the environment: VF_COHERENCE, three words of VF_CHECK, and VF_MODE. */
#ifndef VIEWFAB_COHERENCE_SETTINGS_H
#define VIEWFAB_COHERENCE_SETTINGS_H

#include <viewfab/viewfab.h>

typedef struct vfi_coherence_wishes {
  bool serves;          /* VF_COHERENCE=auto */
  bool reports;         /* VF_CHECK=coherence, or by default */
  bool default_reports; /* VF_MODE=check, and neither VF_CHECK=coherence=off nor VF_COHERENCE says another thing */
  bool poisons;         /* VF_CHECK=poison */
} vfi_coherence_wishes;

/* Errors: VF_ERROR_ARGUMENT for another value of VF_COHERENCE. Wrong words of VF_CHECK are refused by the validation. */
vf_status vfi_coherence_read_wishes(vfi_coherence_wishes *wishes);

#endif
