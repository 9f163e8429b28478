/* The state of an array: the side or sides with the newest values, and the effect of an access on the state. */
#ifndef VIEWFAB_CORE_STATE_H
#define VIEWFAB_CORE_STATE_H

#include <viewfab/viewfab.h>

typedef enum vf_state { VF_STATE_HOST, VF_STATE_DEVICE, VF_STATE_BOTH, VF_STATE_COUNT } vf_state;
typedef enum vf_copy_direction { VF_COPY_NONE, VF_COPY_TO_DEVICE, VF_COPY_TO_HOST } vf_copy_direction;

/* The copy needed before an access, and the state after the access. */
typedef struct vf_transition {
  vf_copy_direction copy;
  vf_state next;
} vf_transition;

/* whole: the access covers every element of the array. A VF_WRITE to less is a VF_UPDATE, since the elements
 * it leaves alone must be the newest ones too. */
vf_transition vf_state_access(vf_state state, vf_side side, vf_intent intent, bool whole);

bool vf_state_valid(vf_state state, vf_side side);

#endif
