/* The array that an original of a kernel over columns gets if bodies read neighbours: the whole array, in the code's
 * own bounds, for one species. */
#ifndef VIEWFAB_VALIDATE_COLUMN_WHOLE_H
#define VIEWFAB_VALIDATE_COLUMN_WHOLE_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* The array as the original sees it: a copy if its indices lie in another order in memory, or with gaps.
 *   first    first element of the view, at the original's memory
 *   species  from 1
 *   copy     NULL: there is none; otherwise vf_column_whole_put gives the copy back
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_column_whole_take(const vf_record *record, const vf_argument_description *argument, char *first,
                               int species, vf_original_array *array, char **copy);

/* Writes the elements back that the original may have changed, and frees the copy. */
void vf_column_whole_put(const vf_record *record, const vf_argument_description *argument, char *first, int species,
                         char *copy);

#endif
