/* Boxes and values from the formulas of legacy calls, without an argument of their own. */
#ifndef VIEWFAB_RELINK_DERIVE_H
#define VIEWFAB_RELINK_DERIVE_H

#include <viewfab/backend.h>

struct vfi_legacy_call;

typedef enum vfi_derive_rule {
  VF_DERIVE_NONE,
  VF_DERIVE_GHOST_LAYER, /* applybc: the ghosts beside a face of the cells, and the step inward from them */
  VF_DERIVE_FINE_LAYER   /* bdintrp: the fine cells beside a face under the coarse cells cb, and the coarse layer behind
                          * their values */
} vfi_derive_rule;

void vfi_derive(vfi_derive_rule rule, struct vfi_legacy_call *call);

/* Leaves in a derived box value of a call only the cells that the call's points read. Not for calls of the original,
 * which counts on all cells. Returns the value, and gives the former value in was; NULL: all cells are read. */
vf_value *vfi_derive_least(vfi_derive_rule rule, struct vfi_legacy_call *call, vf_value *was);

#endif
