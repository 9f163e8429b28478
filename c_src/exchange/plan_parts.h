/* The parts of plans, for sets on one device and for sets over ranks; and the search for boxes. */
#ifndef VIEWFAB_EXCHANGE_PLAN_PARTS_H
#define VIEWFAB_EXCHANGE_PLAN_PARTS_H

#include "plan.h"

/* Periodic images of a domain, and the number of the domain itself. */
enum { VF_PLAN_IMAGES = 27, VF_PLAN_ITSELF = 13 };

/* The shift from a ghost to its source cell, by image. False: there is no such image. */
bool vfi_plan_image(const vfi_exchange_key *key, int image, int shift[3]);

/* A box at a shift, with layers around the box, as far as integers can count its indices; else an empty box. NULL: no
 * layers. */
vf_box vfi_plan_moved(const vf_box *box, const int shift[3], const int layers[3]);

/* Refuses a set if its box b cannot have the ghosts of a plan. */
vf_status vfi_plan_check_box(const vfi_set_state *set, int b, const vfi_exchange_plan *plan, const char *label);

/* Adds a region in parts of few cells, cut in k and, if one plane is too large, in j. */
vf_status vfi_plan_add(vfi_exchange_plan *plan, vfi_exchange_item item, const vf_box *region);

/* Adds the ghosts beside faces of the domain. */
vf_status vfi_plan_add_walls(vfi_exchange_plan *plan, const vfi_set_state *set, int to);

/* Puts the items on the device. */
vf_status vfi_plan_place(vfi_exchange_plan *plan);

/* Finds the boxes of a list that meet a region: boxes are kept in bins by their lower corners. */
typedef struct vfi_box_index {
  const vf_box *boxes; /* borrowed */
  vf_box corners;      /* the box around all lower corners */
  int64_t size[3];     /* cells of a bin: no box is longer */
  int64_t bins[3];
  int *first; /* [bins + 1] places in order */
  int *order; /* [count] boxes, bin by bin */
} vfi_box_index;

vf_status vfi_box_index_make(const vf_box *boxes, int count, vfi_box_index *index);
void vfi_box_index_free(vfi_box_index *index);

/* Calls visit for every box that shares a cell with the region, until visit returns a failure. The search returns this
 * failure.
 *   common  the shared cells */
typedef vf_status (*vfi_box_visit)(int box, const vf_box *common, void *data);
vf_status vfi_box_index_visit(const vfi_box_index *index, const vf_box *region, vfi_box_visit visit, void *data);

#endif
