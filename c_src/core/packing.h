/* The boxes of a packed copy, from parts of an array. */
#ifndef VIEWFAB_CORE_PACKING_H
#define VIEWFAB_CORE_PACKING_H

#include <viewfab/backend/packing.h>

#include "parts.h"

/* Adds a part as the next box: directions that follow each other in memory are one direction of the box.
 *   extent  of the array, in elements */
void vfi_packing_add(vf_packing *packing, const int64_t extent[VF_PART_RANK], const vfi_part *part);

#endif
