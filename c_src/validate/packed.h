/* Views with a selected axis, in one piece: originals know arrays without gaps. */
#ifndef VIEWFAB_VALIDATE_PACKED_H
#define VIEWFAB_VALIDATE_PACKED_H

#include "../core/check.h"

typedef struct vf_packed {
  char *elements[VF_MAX_ARGUMENTS]; /* twice: for the original, and as they were; NULL: the view does not have gaps */
} vf_packed;

/* Copies the elements of such views.
 *   memory  [argument] first element of each array argument's view; for these views it becomes the first element of the
 *   copy
 * Errors: VF_ERROR_MEMORY; memory is as before then. */
vf_status vf_packed_take(const vf_checked *checked, int argument_count, char **memory, vf_packed *packed);

/* Puts changed elements of the copies into the views, whose first elements memory has, and gives the copies back. */
void vf_packed_put(const vf_checked *checked, int argument_count, char *const *memory, vf_packed *packed);

#endif
