/* What an original of a kernel over columns gets of an array: one block and one species of it. */
#ifndef VIEWFAB_VALIDATE_COLUMN_SLICE_H
#define VIEWFAB_VALIDATE_COLUMN_SLICE_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* Whether the slices of all arrays are in one piece, with their indices in the order of the original's.
 * Errors: VF_ERROR_ARGUMENT, VF_ERROR_BOX (more than an original can be given). */
vf_status vf_column_slices_fit(const vf_kernel_description *kernel, const vf_checked *checked);

/* The slice of a view that fits.
 *   first    first element of the view, wherever the original finds it
 *   block    in the code's own counting
 *   species  from 1 */
vf_original_array vf_column_slice(const vf_record *record, const vf_argument_description *argument, char *first,
                                  int64_t block, int species);

#endif
