/* The exchange of a set on a layout. Lock held; it is released while ranks talk and launches are made. */
#ifndef VIEWFAB_EXCHANGE_OVER_RANKS_H
#define VIEWFAB_EXCHANGE_OVER_RANKS_H

#include "plan.h"

/* Whether the group of the set can exchange now. label: of the set. Errors: VF_ERROR_STATE, VF_ERROR_PEER. */
vf_status vf_exchange_ranks_may(const vf_set_state *set, const char *label);

/* Fills what needs no other rank, and lets the others have their ghosts, by the plan that the set keeps.
 *   at_once  and ends the exchange */
vf_status vf_exchange_ranks_begin(vf_set_state *set, vf_set_state *wall, const vf_boundary *sides, bool at_once);
vf_status vf_exchange_ranks_end(vf_set_state *set, const char *label);

/* One launch over some items of a plan: brings the arrays to the device, and fills in what `part` has not of the set: type,
 * components, spans, walls, boxes, queue. wall may be NULL. */
vf_status vf_exchange_launch(vf_set_state *set, vf_set_state *wall, const vf_exchange *part);

#endif
