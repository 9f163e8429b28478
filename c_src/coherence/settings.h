/* The wishes of the environment: VF_COHERENCE, three words of VF_CHECK, and VF_MODE. */
#ifndef VIEWFAB_COHERENCE_SETTINGS_H
#define VIEWFAB_COHERENCE_SETTINGS_H

#include <viewfab/viewfab.h>

typedef struct vfi_coherence_wishes {
  bool serves;     /* VF_COHERENCE=auto */
  bool asked;      /* VF_CHECK=coherence */
  bool by_default; /* VF_MODE=check, without VF_CHECK=coherence, VF_CHECK=coherence=off and VF_COHERENCE */
  bool reports;    /* one of both */
  bool poisons;    /* VF_CHECK=poison */
} vfi_coherence_wishes;

/* Errors: VF_ERROR_ARGUMENT for another value of VF_COHERENCE. Wrong words of VF_CHECK are refused by the validation. */
vf_status vfi_coherence_read_wishes(vfi_coherence_wishes *wishes);

#endif
