/* Regions: which elements of an array a kernel touches when it works on a box. */
#ifndef VIEWFAB_CORE_REGION_H
#define VIEWFAB_CORE_REGION_H

#include <viewfab/backend.h>

/* The elements that the declared map and reach give for a box. values holds the call's values, for shifts;
 * selector is the direction of a kernel over faces. */
vf_box vf_region_of(const vf_kernel_description *kernel, int argument, const vf_box *box, const vf_argument *values,
                    int selector);

/* The same without the reach, and without the ghosts of a kernel over ghosts. */
vf_box vf_region_mapped(const vf_kernel_description *kernel, int argument, const vf_box *box, const vf_argument *values,
                        int selector);

/* The shift that a map names; { 0, 0, 0 } where it names none. */
const int *vf_region_shift(const vf_kernel_description *kernel, int argument, const vf_argument *values);

bool vf_box_is_empty(const vf_box *box);

/* Whether two boxes share a cell; neither is empty. */
bool vf_boxes_meet(const vf_box *p, const vf_box *q);

#endif
