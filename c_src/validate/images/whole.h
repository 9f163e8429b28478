/* Checks on whole arrays, in place of windows: now and then, since they see changes far from a call; and again, before
 * a port is accused. */
#ifndef VIEWFAB_VALIDATE_IMAGES_WHOLE_H
#define VIEWFAB_VALIDATE_IMAGES_WHOLE_H

#include "images.h"

/* True if planned images are to be of whole arrays this time: for the first call of each sort, and then by chance at a
 * rate that adds a sixteenth to the bytes of the windows. Lock held. */
bool vf_whole_wanted(const vf_images *images, vf_ledger *ledger);

/* The former windows. */
typedef struct vf_narrow {
  vf_window windows[VF_MAX_ARGUMENTS];
  char *originals[VF_MAX_ARGUMENTS]; /* [image] the original's results in its window; NULL: none NULL: nothing of its
                                      * own */
} vf_narrow;

/* After the port: turns images of windows into images of whole arrays, as if they had been so from the beginning. The
 * original still has to run on them. Lock held. Errors: VF_ERROR_MEMORY, which leaves the images unchanged;
 * VF_ERROR_DEVICE. Give back narrow after a success. */
vf_status vf_whole_widen(vf_images *images, vf_narrow *narrow);

/* True if the original, in its second run, left something else in a window. */
bool vf_whole_differs(const vf_images *images, const vf_narrow *narrow);
void vf_narrow_give(const vf_images *images, vf_narrow *narrow);

#endif
