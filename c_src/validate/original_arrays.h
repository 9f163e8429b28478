/* The arrays that an original gets: slices and whole arrays of kernels over columns, and copies of views with gaps. */
#ifndef VIEWFAB_VALIDATE_ORIGINAL_ARRAYS_H
#define VIEWFAB_VALIDATE_ORIGINAL_ARRAYS_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* A slice is the part of an array for an original of a kernel over columns: one block and one species. Refuses slices
 * with gaps, or with their indices in another order than the original's.
 * Errors: VF_ERROR_ARGUMENT, VF_ERROR_BOX (a slice too large for an original). */
vf_status vfi_column_slices_fit(const vfi_kernel_description *kernel, const vfi_checked *checked);

/* The common points of all arrays of a call, in the originals' indices; lower beyond upper if no array has points. */
typedef struct vfi_column_window {
  int64_t lower, upper;
} vfi_column_window;
vfi_column_window vfi_column_window_of(const vfi_kernel_description *kernel, const vfi_checked *checked);

/* The slice of a view that fits.
 *   first    first element of the view, at the original's memory
 *   block    in the code's own counting
 *   species  from 1 */
vf_original_array vfi_column_slice(const vfi_record *record, const vfi_argument_description *argument, char *first,
                                   int64_t block, int species);

/* Takes the points of the window and the levels of the call from a slice: a copy if the slice has more of them.
 *   slice  changed to the copy
 *   copy   NULL: the slice is complete as given; otherwise vfi_column_part_put gives the copy back
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_column_part_take(const vfi_record *record, const vfi_argument_description *argument,
                               const vfi_checked *checked, const vfi_column_window *window, vf_original_array *slice,
                               char **copy);

/* Writes the elements back that the original may have changed, and frees the copy.
 *   slice  before the part was taken */
void vfi_column_part_put(const vfi_record *record, const vfi_argument_description *argument, const vfi_checked *checked,
                         const vfi_column_window *window, const vf_original_array *slice, char *copy);

/* An original of a kernel over columns with reads of neighbours gets the whole array, in the code's own bounds, for a
 * single species: a copy if its indices lie in another order in memory, or with gaps.
 *   first    first element of the view, at the original's memory
 *   species  from 1
 *   copy     NULL: there is none; otherwise vfi_column_whole_put gives the copy back
 * Errors: VF_ERROR_MEMORY. */
vf_status vfi_column_whole_take(const vfi_record *record, const vfi_argument_description *argument, char *first,
                                int species, vf_original_array *array, char **copy);

/* Writes the elements back that the original may have changed, and frees the copy. */
void vfi_column_whole_put(const vfi_record *record, const vfi_argument_description *argument, char *first, int species,
                          char *copy);

/* Views with a selected axis, in one piece: originals know arrays without gaps. */
typedef struct vfi_packed {
  char *elements[VF_MAX_ARGUMENTS]; /* twice: for the original, and as they were; NULL: the view does not have gaps */
} vfi_packed;

/* Copies the elements of such views.
 *   memory  [argument] first element of each array argument's view; for these views it becomes the first element of the
 *   copy
 * Errors: VF_ERROR_MEMORY; memory is as before then. */
vf_status vfi_packed_take(const vfi_checked *checked, int argument_count, char **memory, vfi_packed *packed);

/* Puts changed elements of the copies into the views, whose first elements memory has, and gives the copies back. */
void vfi_packed_put(const vfi_checked *checked, int argument_count, char *const *memory, vfi_packed *packed);

#endif
