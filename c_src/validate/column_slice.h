/* The part of an array that an original of a kernel over columns gets: one block and one species. */
#ifndef VIEWFAB_VALIDATE_COLUMN_SLICE_H
#define VIEWFAB_VALIDATE_COLUMN_SLICE_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* Refuses slices that are not in one piece, or with their indices in another order than the original's.
 * Errors: VF_ERROR_ARGUMENT, VF_ERROR_BOX (more than an original can be given). */
vf_status vf_column_slices_fit(const vf_kernel_description *kernel, const vf_checked *checked);

/* Points that all arrays of a call have, as its originals see them; lower beyond upper if no array has points. */
typedef struct vf_column_window {
  int64_t lower, upper;
} vf_column_window;
vf_column_window vf_column_window_of(const vf_kernel_description *kernel, const vf_checked *checked);

/* The slice of a view that fits.
 *   first    first element of the view, at the original's memory
 *   block    in the code's own counting
 *   species  from 1 */
vf_original_array vf_column_slice(const vf_record *record, const vf_argument_description *argument, char *first,
                                  int64_t block, int species);

/* Takes the points of the window and the levels of the call from a slice: a copy if the slice has more of them.
 *   slice  changed to the copy
 *   copy   NULL: the slice is complete as given; otherwise vf_column_part_put gives the copy back
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_column_part_take(const vf_record *record, const vf_argument_description *argument,
                              const vf_checked *checked, const vf_column_window *window, vf_original_array *slice,
                              char **copy);

/* Writes the elements back that the original may have changed, and frees the copy.
 *   slice  before the part was taken */
void vf_column_part_put(const vf_record *record, const vf_argument_description *argument, const vf_checked *checked,
                        const vf_column_window *window, const vf_original_array *slice, char *copy);

#endif
