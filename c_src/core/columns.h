/* Calls of kernels over columns: blocks of points with levels, in place of boxes. Lock held. */
#ifndef VIEWFAB_CORE_COLUMNS_H
#define VIEWFAB_CORE_COLUMNS_H

#include "check.h"

/* Full blocks, and a cut last block. */
enum { VF_COLUMN_BOXES = 2 };

/* The columns of a call as boxes of points x blocks, for functions that work on boxes. Their third direction has the
 * half levels of a call that names its levels, at least two, and else one index. If blocks are filled, points and
 * blocks are counted as in the first array of the call with points. Missing views are left to the check of the call.
 *   boxes  [VF_COLUMN_BOXES], the function sets count boxes
 * Errors: VF_ERROR_NULL (columns). */
vf_status vfi_columns_boxes(const vfi_call *call, vf_box *boxes, int *count);

/* The checks of a call about axes: each array has the axes of its argument, and their extents agree. Notes levels and
 * species.
 * Errors: VF_ERROR_ARGUMENT (a set, axes that are missing, too many or not selected), VF_ERROR_BOX (extents). */
vf_status vfi_check_columns(const vfi_call *call, vfi_checked *checked);

/* The index of the bodies' level 1 in the bounds of an array with levels. */
int64_t vfi_columns_level_1(const vfi_record *record, const vfi_column_shape *shape, const vfi_checked *checked);

/* True if the call has the level of a row of an array. The row is given by indices in memory, counted from 0, for the
 * axes between points and blocks, the block, and the axes behind blocks. */
bool vfi_columns_has_row(const vfi_record *record, const vfi_column_shape *shape, const vfi_checked *checked,
                         const int64_t row[3]);

/* True if a WRITE argument over columns has all elements of the view's points and blocks: the call has all levels, and
 * the points own what they write. */
bool vfi_columns_write_all(const vfi_argument_description *argument, const vfi_record *record,
                           const vfi_checked *checked);

/* A view for a launcher over columns; the view has a device side. The origin has the point 0 of block 0 in the code's
 * own counting, at level, part and species 0. Levels and parts count from 1 and species from 0; the levels of the span
 * are counted likewise. */
vfi_span vfi_columns_span(const vfi_record *record, const vfi_argument_description *argument,
                          const vfi_checked *checked);

#endif
