/* The exchange of a set on a layout. Lock held; a function releases the lock while ranks talk and launches are made. */
#ifndef VIEWFAB_EXCHANGE_OVER_RANKS_H
#define VIEWFAB_EXCHANGE_OVER_RANKS_H

#include "plan.h"

/* The request of one rank. */
typedef struct vfi_exchange_wish {
  vfi_set_state *set, *wall; /* wall NULL: none */
  const char *label, *wall_label;
  const vfi_exchange_key *key;
  const vf_boundary *sides;
  bool at_once; /* false: vfi_exchange_ranks_end ends the exchange */
} vfi_exchange_wish;

/* All ranks first find out if one of them refuses; then ghosts travel. A rank without a plan makes the plan.
 *   status  a refusal found by this rank already */
vf_status vfi_exchange_ranks_begin(const vfi_exchange_wish *wish, vf_status status);
vf_status vfi_exchange_ranks_end(vfi_set_state *set, const char *label);

/* True if the set keeps the plan of a key; the plan becomes the first plan of the set. The other function takes a new
 * plan. */
bool vfi_exchange_keeps(vfi_set_state *set, const vfi_exchange_key *key);
void vfi_exchange_keep(vfi_set_state *set, vfi_exchange_plan *plan);

/* Refuses a set of walls if its values do not stand at the places in the first plan of the set. */
vf_status vfi_exchange_check_wall(const vfi_set_state *set, const vfi_set_state *wall, const char *label,
                                  const char *wall_label);

/* One launch over some items of a plan: brings the arrays to the device, and adds the missing members of `part` from
 * the set: type, components, spans, walls, boxes, queue. wall may be NULL. */
vf_status vfi_exchange_launch(vfi_set_state *set, vfi_set_state *wall, const vf_exchange *part);

#endif
