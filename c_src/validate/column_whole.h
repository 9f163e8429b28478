/* What an original of a kernel over columns gets of an array where bodies read neighbours: all of it, in the code's own bounds,
 * for one species. */
#ifndef VIEWFAB_VALIDATE_COLUMN_WHOLE_H
#define VIEWFAB_VALIDATE_COLUMN_WHOLE_H

#include <viewfab/validate.h>

#include "../core/check.h"

/* The array as the original sees it: a copy where its indices lie in another order in memory, or with gaps.
 *   first    first element of the view, wherever the original finds it
 *   species  from 1
 *   copy     NULL: there is none; else it is given back by vf_column_whole_put
 * Errors: VF_ERROR_MEMORY. */
vf_status vf_column_whole_take(const vf_record *record, const vf_argument_description *argument, char *first,
                               int species, vf_original_array *array, char **copy);

/* Writes back what the original may have changed, and frees the copy. */
void vf_column_whole_put(const vf_record *record, const vf_argument_description *argument, char *first, int species,
                         char *copy);

#endif
