/* The parts of plans, for sets on one device and for sets over ranks. */
#ifndef VIEWFAB_EXCHANGE_PLAN_PARTS_H
#define VIEWFAB_EXCHANGE_PLAN_PARTS_H

#include "box_index.h"
#include "plan.h"

/* Periodic images of a domain, and the number of the domain itself. */
enum { VF_PLAN_IMAGES = 27, VF_PLAN_ITSELF = 13 };

/* The shift from a ghost to its source cell, by image. False: there is no such image. */
bool vf_plan_image(const vf_exchange_key *key, int image, int shift[3]);

/* A box at a shift, with layers around the box, as far as integers can count its indices; else an empty box. NULL: no
 * layers. */
vf_box vf_plan_moved(const vf_box *box, const int shift[3], const int layers[3]);

/* Refuses a set if its box b cannot have the ghosts of a plan. */
vf_status vf_plan_check_box(const vf_set_state *set, int b, const vf_exchange_plan *plan, const char *label);

/* Adds a region in parts of few cells, cut in k and, if one plane is too large, in j. */
vf_status vf_plan_add(vf_exchange_plan *plan, vf_exchange_item item, const vf_box *region);

/* Adds the ghosts beside faces of the domain. */
vf_status vf_plan_add_walls(vf_exchange_plan *plan, const vf_set_state *set, int to);

/* Puts the items on the device. */
vf_status vf_plan_place(vf_exchange_plan *plan);

#endif
