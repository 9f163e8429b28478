/* What the plans of sets on one device and of sets over ranks are made of. */
#ifndef VIEWFAB_EXCHANGE_PLAN_PARTS_H
#define VIEWFAB_EXCHANGE_PLAN_PARTS_H

#include "box_index.h"
#include "plan.h"

/* Periodic images of a domain, and the one that is none. */
enum { VF_PLAN_IMAGES = 27, VF_PLAN_ITSELF = 13 };

/* The shift from a ghost to the cell that it is a copy of, by image. False: there is no such image. */
bool vf_plan_image(const vf_exchange_key *key, int image, int shift[3]);

/* A box at a shift, with layers around it, as far as it has integers for indices; else an empty one. NULL: no layers. */
vf_box vf_plan_moved(const vf_box *box, const int shift[3], const int layers[3]);

/* Whether box b of a set can have the ghosts of a plan. */
vf_status vf_plan_check_box(const vf_set_state *set, int b, const vf_exchange_plan *plan, const char *label);

/* Adds a region in parts of few cells, cut in k and, where one plane is too large, in j. */
vf_status vf_plan_add(vf_exchange_plan *plan, vf_exchange_item item, const vf_box *region);

/* Adds what is filled beside faces of the domain. */
vf_status vf_plan_add_walls(vf_exchange_plan *plan, const vf_set_state *set, int to);

/* Puts the items on the device. */
vf_status vf_plan_place(vf_exchange_plan *plan);

#endif
