/* Calls of kernels over columns: blocks of points with levels, in place of boxes. Lock held. */
#ifndef VIEWFAB_CORE_COLUMNS_H
#define VIEWFAB_CORE_COLUMNS_H

#include "check.h"

/* Full blocks, and a last one that is cut. */
enum { VF_COLUMN_BOXES = 2 };

/* The columns of a call as boxes of points x blocks, for what works on boxes. Their third direction has the half levels of
 * a call that says its levels, at least two of them, and one index where it does not. If blocks are filled, points and
 * blocks are counted as the first array of the call that has points counts them; views that there are not are left to the
 * check of the call.
 *   boxes  [VF_COLUMN_BOXES], of which count are set
 * Errors: VF_ERROR_NULL (columns). */
vf_status vf_columns_boxes(const vf_call *call, vf_box *boxes, int *count);

/* The part of the checks of a call that is about axes: each array has those of its argument, and their extents agree.
 * Notes levels and species.
 * Errors: VF_ERROR_ARGUMENT (a set, axes that are missing, too many or not selected), VF_ERROR_BOX (extents). */
vf_status vf_check_columns(const vf_call *call, vf_checked *checked);

/* The index that level 1 of the bodies has in the bounds of an array with levels. */
int64_t vf_columns_level_1(const vf_record *record, const vf_column_shape *shape, const vf_checked *checked);

/* True if the call has the level of a row of an array: counted from 0, its indices in memory of what is between points and
 * blocks, of the block, and of what is behind blocks. */
bool vf_columns_has_row(const vf_record *record, const vf_column_shape *shape, const vf_checked *checked,
                        const int64_t row[3]);

/* A view as a launcher over columns sees it, once it has a device side. The origin has the point 0 of block 0 in the code's
 * own counting, at level, part and species 0, where levels and parts count from 1 and species from 0; the levels that it
 * spans are counted likewise. */
vf_span vf_columns_span(const vf_record *record, const vf_argument_description *argument, const vf_checked *checked);

#endif
