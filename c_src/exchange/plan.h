/* Which ghosts of a set are filled from where. */
#ifndef VIEWFAB_EXCHANGE_PLAN_H
#define VIEWFAB_EXCHANGE_PLAN_H

#include "../core/set.h"

/* What a plan depends on. */
typedef struct vf_exchange_key {
  vf_box domain;
  int layers;
  bool periodic[3], wall[6]; /* walls: faces that are neither periodic nor left alone */
} vf_exchange_key;

typedef struct vf_exchange_plan {
  vf_exchange_key key;
  vf_context *context;
  int count, capacity;
  vf_exchange_item *items;  /* on the host */
  vf_exchange_item *placed; /* the same on the device */
} vf_exchange_plan;

/* Makes the plan of a set for a domain and puts it on the device. who is the set's label. Lock held. */
vf_status vf_exchange_plan_make(const vf_set_state *set, const vf_exchange_key *key, const char *label,
                                vf_exchange_plan **plan);

/* Gives a plan back; NULL is allowed. */
void vf_exchange_plan_free(vf_exchange_plan *plan);

/* Gives the plan back that a set keeps, if it keeps one. Lock held. */
void vf_exchange_plan_drop(vf_set_state *set);

#endif
