/* Finds the boxes of a list that meet a region: boxes are kept in bins by their lower corners. */
#ifndef VIEWFAB_EXCHANGE_BOX_INDEX_H
#define VIEWFAB_EXCHANGE_BOX_INDEX_H

#include <viewfab/viewfab.h>

typedef struct vf_box_index {
  const vf_box *boxes; /* borrowed */
  vf_box corners;      /* the box around all lower corners */
  int64_t size[3];     /* cells of a bin: no box is longer */
  int64_t bins[3];
  int *first; /* [bins + 1] places in order */
  int *order; /* [count] boxes, bin by bin */
} vf_box_index;

vf_status vf_box_index_make(const vf_box *boxes, int count, vf_box_index *index);
void vf_box_index_free(vf_box_index *index);

/* Calls visit for every box that shares a cell with the region, until visit returns a failure. The search returns this
 * failure.
 *   common  the shared cells */
typedef vf_status (*vf_box_visit)(int box, const vf_box *common, void *data);
vf_status vf_box_index_visit(const vf_box_index *index, const vf_box *region, vf_box_visit visit, void *data);

#endif
