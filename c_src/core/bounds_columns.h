/* Texts for the findings of a build with VIEWFAB_BOUNDS in a kernel over columns. */
#ifndef VIEWFAB_CORE_BOUNDS_COLUMNS_H
#define VIEWFAB_CORE_BOUNDS_COLUMNS_H

#include "check.h"
#include "text.h"

/* Appends "sweep pressure, at point 3, level 17 of block 5, accessed ...", with the reason.
 *   view  of the argument on record; NULL if there is none */
void vf_bounds_columns_add(vf_text *text, const vf_kernel_description *kernel, const vf_record *view,
                           const vf_checked *checked, const vf_bounds_record *record);

#endif
