/* Plans: the source of each ghost of a set. */
#ifndef VIEWFAB_EXCHANGE_PLAN_H
#define VIEWFAB_EXCHANGE_PLAN_H

#include "../core/set.h"

/* Layers as a caller asks for them. */
typedef struct vfi_layers {
  int number[3];
  bool alike; /* the first number is for all directions of the set */
} vfi_layers;

/* The inputs of a plan, as the caller has them, so that all ranks have the same key. */
typedef struct vfi_exchange_key {
  vf_box domain;
  vfi_layers asked;
  bool periodic[3], wall[6]; /* walls: faces that are neither periodic nor left alone */
} vfi_exchange_key;

/* The exchange with one other rank. The number of the link in the list is the number of its buffer in the items. */
typedef struct vfi_plan_link {
  int rank;
  size_t send_bytes, receive_bytes;
  uint64_t send_digest, receive_digest; /* digests of the items: one end sends, and the other end receives the same
                                         * items */
} vfi_plan_link;

enum { VF_PLAN_CALL = 128 };

typedef struct vfi_exchange_plan {
  struct vfi_exchange_plan *next; /* the plan used before this plan */
  vfi_exchange_key key;
  int layers[3]; /* in the directions of the set */
  vf_context *context;
  int count, capacity;
  vfi_exchange_item *items;  /* on the host */
  vfi_exchange_item *placed; /* the same on the device */
  /* For a set on a layout: the items that take ghosts from buffers are the last items. */
  int first_taken;
  int link_count;
  vfi_plan_link *links; /* [link_count] by rank */
  void **buffers; /* [4 * link_count] on the device: two buffers in turn for each link to put into, then the buffers to
                   * take from */
  uint64_t buffers_made;   /* of the group, when these were placed */
  uint64_t digest;         /* of all data that both ends must have alike */
  char call[VF_PLAN_CALL]; /* name of the call that makes the plan */
} vfi_exchange_plan;

/* The layers of a set in each direction: one number for all directions means the directions of its views. */
void vfi_exchange_layers(const vfi_set_state *set, const vfi_layers *asked, int layers[3]);

/* Refuses a key whose ghosts the boxes of a set cannot have. */
vf_status vfi_exchange_check_boxes(const vfi_set_state *set, const vfi_exchange_key *key, const char *label);

/* Makes the plan of a set for a domain and puts the plan on the device. who is the set's label. Lock held. */
vf_status vfi_exchange_plan_make(const vfi_set_state *set, const vfi_exchange_key *key, const char *label,
                                 vfi_exchange_plan **plan);

/* The same for a set on a layout: collective, and the lock is released while ranks talk. */
vf_status vfi_exchange_plan_ranks(const vfi_set_state *set, const vfi_exchange_key *key, const char *label,
                                  vfi_exchange_plan **plan);

/* Puts the addresses of the group's buffers on the device if they have changed. Lock held. */
vf_status vfi_exchange_plan_buffers(const vfi_set_state *set, vfi_exchange_plan *plan);

/* Frees one plan; NULL is allowed. */
void vfi_exchange_plan_free(vfi_exchange_plan *plan);

/* Frees the plans of a set. Lock held. */
void vfi_exchange_plan_drop(vfi_set_state *set);

#endif
