/* The views of an argument of a call: one for all boxes of the call or one for each. A single view is an operand, and
 * so is a set. Lock held. */
#ifndef VIEWFAB_CORE_OPERAND_H
#define VIEWFAB_CORE_OPERAND_H

#include "moves.h"

struct vfi_record;
struct vfi_set_state;

/* The place of the elements of one view on the host: neither moves while the view lives. */
typedef struct vfi_operand_range {
  const char *begin, *end;
  int place; /* of the view among the views of the operand */
} vfi_operand_range;

typedef struct vfi_operand {
  struct vfi_set_state
      *set; /* whose views they are; NULL: a view by itself; first, since every access to a view asks */
  const char *label;
  vf_context *context;
  vf_type type;
  int count;                   /* of views; a set may have none */
  int step;                    /* view b * step is for box b: 1 in a set, 0 for one view for all boxes */
  struct vfi_record **records; /* [count] */
  vfi_array **arrays;          /* [count] of the views */
  vfi_operand_range *ranges;   /* [count] in the order of their addresses */
  bool *whole;                 /* [count] scratch of one access */
  vfi_hold_count holds;
} vfi_operand;

/* Brings all arrays to a side, as vfi_array_prepare does, and notes the access.
 *   covered  [count] true if the access covers the view; only views of whole arrays count. NULL: all
 * vfi_operand_prepare is for work in the own queue of the context, which then comes behind all work in other queues. */
vf_status vfi_operand_bring(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered);
vf_status vfi_operand_prepare(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered);

/* Lists all arrays instead of a transfer now. The device memory of several arrays is one block, taken here.
 * Errors: VF_ERROR_MEMORY, VF_ERROR_DEVICE; the list is empty then. */
vf_status vfi_operand_list(vfi_operand *operand, vf_side side, vf_intent intent, const bool *covered, vfi_moves *moves);

/* Around a public call by which the program asks for data: takes the lock, and notes the request for the profile and for arrays that leave
 * the device. */
void vfi_request_begin(void);
void vfi_request_end(void);

/* The access of vf_view_to_host or vf_view_to_device: brings all arrays, and notes the access. Errors: those of these calls. */
vf_status vfi_operand_move(vfi_operand *operand, vf_side side, vf_intent intent);

void vfi_operand_commit(const vfi_operand *operand, vf_side side, vf_intent intent);

#endif
