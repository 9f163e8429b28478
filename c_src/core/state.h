/* The state of an array: the side or sides with the newest values, and the effect of an access on the state. */
#ifndef VIEWFAB_CORE_STATE_H
#define VIEWFAB_CORE_STATE_H

#include <viewfab/viewfab.h>

/* VF_STATE_MIXED: each side has newest values that the other side lacks; see part_states.h. */
typedef enum vfi_state { VF_STATE_HOST, VF_STATE_DEVICE, VF_STATE_BOTH, VF_STATE_MIXED, VF_STATE_COUNT } vfi_state;
typedef enum vfi_copy_direction { VF_COPY_NONE, VF_COPY_TO_DEVICE, VF_COPY_TO_HOST } vfi_copy_direction;

/* The copy needed before an access, and the state after the access. */
typedef struct vfi_transition {
  vfi_copy_direction copy;
  vfi_state next;
} vfi_transition;

/* The copy and the next state for an access. whole: the access covers every element of the array. A VF_WRITE of fewer
 * elements counts as VF_UPDATE, because the other elements must be the newest values too. */
vfi_transition vfi_state_access(vfi_state state, vf_side side, vf_intent intent, bool whole);

/* True if the side has the newest values of all elements. */
bool vfi_state_valid(vfi_state state, vf_side side);

/* True if the device has newest values that the host lacks. */
static inline bool vfi_state_host_lacks(vfi_state state) { return state == VF_STATE_DEVICE || state == VF_STATE_MIXED; }

#endif
