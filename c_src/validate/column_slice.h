/* What an original of a kernel over columns gets of an array: one block and one species of it. */
#ifndef VIEWFAB_VALIDATE_COLUMN_SLICE_H
#define VIEWFAB_VALIDATE_COLUMN_SLICE_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* Whether the slices of all arrays are in one piece, with their indices in the order of the original's.
 * Errors: VF_ERROR_ARGUMENT, VF_ERROR_BOX (more than an original can be given). */
vf_status vf_column_slices_fit(const vf_kernel_description *kernel, const vf_checked *checked);

/* Points that all arrays of a call have, as its originals see them; lower beyond upper where none has points. */
typedef struct vf_column_window {
  int64_t lower, upper;
} vf_column_window;
vf_column_window vf_column_window_of(const vf_kernel_description *kernel, const vf_checked *checked);

/* The slice of a view that fits.
 *   first    first element of the view, wherever the original finds it
 *   block    in the code's own counting
 *   species  from 1 */
vf_original_array vf_column_slice(const vf_record *record, const vf_argument_description *argument, char *first,
                                  int64_t block, int species);

/* Of a slice the points of the window and the levels of the call: a copy where it has more of them.
 *   slice  changed to the copy
 *   copy   NULL: the slice is as it should be; else it is given back by vf_column_part_put
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_column_part_take(const vf_record *record, const vf_argument_description *argument,
                              const vf_checked *checked, const vf_column_window *window, vf_original_array *slice,
                              char **copy);

/* Writes back what the original may have changed, and frees the copy.
 *   slice  before the part was taken of it */
void vf_column_part_put(const vf_record *record, const vf_argument_description *argument, const vf_checked *checked,
                        const vf_column_window *window, const vf_original_array *slice, char *copy);

#endif
