/* The boxes of a packed copy, from parts of an array. */
#ifndef VIEWFAB_CORE_PACKING_H
#define VIEWFAB_CORE_PACKING_H

#include <viewfab/backend/packing.h>

#include "parts.h"

/* The packed copy of a list of parts. Directions that follow each other in memory are one direction of a box. The end of a row
 * and the begin of the next row are neighbours in memory, so two parts at both ends of the same rows are packed together.
 *   extent  of the array, in elements
 *   size    bytes of an element: 4 or 8 */
vf_packing vfi_packing_of(const vfi_part_list *list, const int64_t extent[VF_PART_RANK], size_t size);

#endif
